package wire

import (
	"encoding/json"
	"strconv"

	"chratze/internal/table"
	"chratze/pot"
)

// Past is the evening so far.
type Past struct {
	Course [][]pot.Chips `json:"course"`         // by chair: the balance of the person there after each hand, in Rappen
	Susi   []int         `json:"susi,omitempty"` // chairs whose people have been the Susi
}

func appendPast(b []byte, p *table.Past) []byte {
	b = appendList(append(b, `{"course":`...), p.Course, func(b []byte, row []pot.Chips) []byte { return appendList(b, row, appendChips) })
	if len(p.Susi) > 0 {
		b = appendList(key(b, "susi"), p.Susi, appendInt)
	}
	return append(b, '}')
}

func appendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

func appendChips(b []byte, c pot.Chips) []byte { return c.Append(b) }

// key appends the name of another field.
func key(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(append(append(b, '"'), name...), `":`...)
}

// appendList appends an array.
func appendList[T any](b []byte, list []T, one func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, v)
	}
	return append(b, ']')
}

func appendJSON(b []byte, v any) []byte {
	j, err := json.Marshal(v)
	if err != nil { // all fields can be written
		panic(err)
	}
	return append(b, j...)
}
