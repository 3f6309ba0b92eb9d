package cobrax

import (
	"reflect"

	"github.com/spf13/pflag"
)

// Interspersed reports whether fs takes flags after the first positional, as
// set by SetInterspersed, for which pflag has no getter. A pflag without the
// field counts as interspersed, its default; a test pins the field.
func Interspersed(fs *pflag.FlagSet) bool {
	f := reflect.ValueOf(fs).Elem().FieldByName("interspersed")
	return !f.IsValid() || f.Kind() != reflect.Bool || f.Bool()
}
