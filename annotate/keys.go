package annotate

// prefix begins every annotation key of this package.
const prefix = "nuru."

// Keys in cobra.Command.Annotations. The package documentation has the table
// of encodings and meanings.
const (
	KeyAccess        = prefix + "access"
	KeySafety        = prefix + "safety"
	KeyDestructive   = prefix + "destructive"
	KeyIdempotent    = prefix + "idempotent"
	KeyOpenWorld     = prefix + "open-world"
	KeyKind          = prefix + "kind"
	KeyTags          = prefix + "tags"
	KeyCategory      = prefix + "category"
	KeyTitle         = prefix + "title"
	KeyDescription   = prefix + "description" // also on flags
	KeyName          = prefix + "name"
	KeyNameAliases   = prefix + "name-aliases"
	KeyHidden        = prefix + "hidden" // also on flags
	KeyInteractive   = prefix + "interactive"
	KeyLongRunning   = prefix + "long-running"
	KeyTimeout       = prefix + "timeout"
	KeyArgs          = prefix + "args"
	KeyArgsProbe     = prefix + "args-probe"
	KeyStdin         = prefix + "stdin"
	KeyJSON          = prefix + "json"
	KeyExitCodes     = prefix + "exit-codes"
	KeyDash          = prefix + "dash"
	KeyRawOutput     = prefix + "raw-output"
	KeyKeepProcesses = prefix + "keep-processes"
)

// Keys in pflag.Flag.Annotations, besides [KeyHidden] and [KeyDescription].
const (
	KeyEffect     = prefix + "effect"
	KeySecret     = prefix + "secret"
	KeyOptional   = prefix + "optional"
	KeyShown      = prefix + "shown"
	KeyEnum       = prefix + "enum"
	KeyExamples   = prefix + "examples"
	KeyConfirms   = prefix + "confirms"
	KeyDryRun     = prefix + "dry-run"
	KeyRepeatable = prefix + "repeatable"
)
