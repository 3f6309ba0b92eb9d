package argv

import (
	"encoding/json"

	"github.com/nurucobra/nuru/schemagen"
)

// Members shows the strict reader of JSON objects to the tests.
func Members(raw json.RawMessage) (keys []string, values []json.RawMessage, err error) {
	list, err := members(raw)
	for _, m := range list {
		keys, values = append(keys, m.key), append(values, m.value)
	}
	return keys, values, err
}

// Split is Encode in its two steps, for the benchmark: what builds the command
// line, and the check that reads it back.
func (e *Encoder) Split(tool *schemagen.Tool, arguments json.RawMessage) (call Call, readBack func() error, err error) {
	b := e.newBuilder(tool)
	b.read(arguments)
	if len(b.problems) == 0 {
		b.build()
	}
	if len(b.problems) > 0 {
		return Call{}, nil, &Error{Tool: tool.ID, Problems: b.problems}
	}
	return b.call, b.readBack, nil
}
