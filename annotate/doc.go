// Package annotate lets the author of a cobra application say what each
// command does to the world, and lets everything else in this module read it.
//
//	annotate.Command(deploy).
//		Access(annotate.Write).
//		Safety(annotate.Ask).
//		Tags("deployment", "infra").
//		Category("infrastructure")
//	annotate.Command(del).Access(annotate.Write).Destructive(true).
//		Args("{id:int|Ticket number} {*more:int}")
//	annotate.Flag(deploy, "force").Destructive()
//	annotate.Flag(login, "token").Secret()
//
// Where no variable holds the command, [At] finds it by its path and [Table]
// annotates a whole tree at once. [Of] and [OfFlag] read the facts back,
// inherited from the parents and checked.
//
// # Keys
//
// Facts are stored in cobra's Command.Annotations and pflag's Flag.Annotations
// as plain strings, so an application can write them without importing this
// package. Booleans are "true" or "false"; structured values are JSON.
//
// On commands:
//
//	key                  value                        meaning
//	nuru.access          read | write | execute       what the command does
//	nuru.safety          allow | ask | deny           hint for permission systems
//	nuru.destructive     boolean                      destroys something
//	nuru.idempotent      boolean                      may be repeated
//	nuru.open-world      boolean                      reaches beyond this machine (default true)
//	nuru.kind            a Kind, such as edit         tool kind of the Agent Client Protocol
//	nuru.tags            comma-separated list         free labels; inherited
//	nuru.category        text                         one group; inherited
//	nuru.title           text                         name for people
//	nuru.description     text                         for agents, in place of Short
//	nuru.name            tool name                    in place of the one made from the path
//	nuru.name-aliases    comma-separated list         other tool names that calls may use
//	nuru.hidden          boolean                      true: no tool; false: a tool although hidden, deprecated or a group
//	nuru.interactive     boolean                      needs a person: never a tool
//	nuru.long-running    boolean                      runs for long or until stopped
//	nuru.timeout         Go duration                  limit of one call
//	nuru.args            pattern                      the positionals, see below
//	nuru.args-probe      boolean                      false: never ask the Args validator
//	nuru.stdin           text, not empty              reads standard input; the text describes it
//	nuru.json            JSON, see JSONOutput         prints JSON
//	nuru.exit-codes      JSON object                  {"1":"differences found"}: not failures
//	nuru.dash            integer >= 0                 so many positionals stand before "--"
//	nuru.raw-output      boolean                      output is passed on uncleaned
//	nuru.keep-processes  boolean                      processes left behind by a call live on
//
// Kinds are read, edit, delete, move, search, execute, think, fetch and other.
//
// On flags:
//
//	key               value                        meaning
//	nuru.effect       read | write | destructive   a call that sets the flag has at least this effect
//	nuru.secret       boolean                      the value never shows
//	nuru.optional     boolean                      required, but the program may find it elsewhere
//	nuru.hidden       boolean                      never offered to agents
//	nuru.shown        boolean                      listed at every tool although global or hidden
//	nuru.enum         one element a value          other values are refused
//	nuru.examples     one element a value          shown in the description
//	nuru.description  text                         for agents, in place of the usage text
//	nuru.confirms     boolean                      skips the program's own question: never offered
//	nuru.dry-run      boolean                      only shows what would happen
//	nuru.repeatable   boolean                      may be given several times: agents give an array;
//	                                               false: it may not, whatever its type is called
//
// An unknown key with the prefix "nuru." is an error that names the command,
// the key and the key that was probably meant; an unknown value is one that
// names the command, the key, the value and the valid ones.
//
// # Positional pattern
//
//	{env}                  required
//	{tag?}                 optional
//	{n:int?}               typed and optional
//	{env|Target to use}    with a description
//	{env:prod,staging}     one of these values
//	{*files}               the rest, as an array
//	{*ids:int|Tickets}     the rest, typed and described
//
// Types are string, int, int64, float64, double, bool, duration, time, uuid,
// url, file and dir, and the spellings FileInfo, DirectoryInfo, DateTime, Guid,
// Uri, long and decimal. See [ParseArgs].
package annotate
