package annotate_test

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nurucobra/nuru/annotate"
)

func ExampleCommand() {
	deploy := &cobra.Command{Use: "deploy ENV"}
	annotate.Command(deploy).
		Access(annotate.Write).
		Safety(annotate.Ask).
		Tags("deployment", "infra").
		Category("infrastructure").
		Args("{env:prod,staging|Where to}")

	fmt.Println(deploy.Annotations["nuru.access"])
	fmt.Println(deploy.Annotations["nuru.tags"])
	// Output:
	// write
	// deployment,infra
}

func ExampleFlag() {
	deploy := &cobra.Command{Use: "deploy ENV"}
	deploy.Flags().Bool("force", false, "replace what runs there")
	deploy.Flags().String("token", "", "token of the registry")
	annotate.Command(deploy).Access(annotate.Write)
	annotate.Flag(deploy, "force").Destructive()
	annotate.Flag(deploy, "token").Secret()

	info, err := annotate.Of(deploy)
	if err != nil {
		fmt.Println(err)
		return
	}
	force, err := annotate.OfFlag(deploy.Flags().Lookup("force"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("deploy:", info.Effect)
	fmt.Println("deploy --force:", info.Raise(force.Effect).Effect)
	// Output:
	// deploy: write
	// deploy --force: destructive
}

func ExampleAt() {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(newDBCommand()) // a factory: no variable holds "db migrate"

	annotate.At(root, "db migrate").Access(annotate.Write).Idempotent(true)

	migrate, _, _ := root.Find([]string{"db", "migrate"})
	fmt.Println(migrate.Annotations["nuru.access"])
	// Output: write
}

func ExampleTable() {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(newDBCommand())

	err := annotate.Table(root, map[string]annotate.Facts{
		"db":         {Category: "database"},
		"db migrate": {Access: annotate.Write, Idempotent: annotate.Yes},
		"db drop":    {Access: annotate.Write, Destructive: annotate.Yes},
	})
	fmt.Println(err)
	// Output: no command "drop" below "app db" (looking for "db drop"): it has migrate, status
}

func ExampleParseArgs() {
	args, err := annotate.ParseArgs("{env:prod,staging|Where to} {n:int?} {*files:file}")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range args {
		fmt.Println(a.Name, a.Type, a.Required, a.Rest, a.Enum)
	}
	// Output:
	// env string true false [prod staging]
	// n int false false []
	// files file false true []
}

func ExampleOf() {
	root := &cobra.Command{Use: "app"}
	root.AddCommand(newDBCommand())
	annotate.At(root, "db").Safety(annotate.Ask).Tags("database")
	annotate.At(root, "db status").Access(annotate.Read)

	status, _, _ := root.Find([]string{"db", "status"})
	info, err := annotate.Of(status)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.Effect, info.Decision, info.Tags)
	fmt.Println("safety from", info.Sources[annotate.KeySafety].Command)
	// Output:
	// read ask [database]
	// safety from app db
}

func newDBCommand() *cobra.Command {
	db := &cobra.Command{Use: "db"}
	db.AddCommand(&cobra.Command{Use: "migrate"}, &cobra.Command{Use: "status"})
	return db
}
