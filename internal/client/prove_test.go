package client

import (
	"encoding/json"
	"fmt"
	"testing"

	"chratze/internal/fair"
	"chratze/internal/wire"
)

// TestUnusedNumber: a server that leaves this client's number out is found, with the hand
// since which it does.
func TestUnusedNumber(t *testing.T) {
	t.Parallel()
	c := New(Options{})
	take := func(text string) {
		t.Helper()
		var m wire.Received
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		if err := c.table.Take(&m); err != nil {
			t.Fatal(err)
		}
		if err := c.prove(&m); err != nil {
			t.Fatal(err)
		}
	}
	hash := fair.Secret{3}.Hex()
	take(`{"t":"hello","protocol":"chratze/1","table":"1","chair":1}`)
	take(`{"turn":-1,"info":{"seats":[0,1]}}`)
	for _, tt := range []struct {
		hand  int
		given string // by chair 1
		want  int
	}{{1, fair.Secret{1}.Hex(), 0}, {2, "", 2}, {3, fair.Secret{9}.Hex(), 2}, {4, fair.Secret{4}.Hex(), 0}} {
		c.nonce = nonce{tt.hand, fair.Secret{byte(tt.hand)}.Hex()}
		nonces := `"0 ` + hash + `"`
		if tt.given != "" {
			nonces += `,"1 ` + tt.given + `"`
		}
		take(fmt.Sprintf(`{"hand":%d,"from":0,"turn":0,"proof":{"hand":{"scheme":"chratze-fair/1","number":%[1]d,"promise":"%s","nonces":[%s]}}}`, tt.hand, hash, nonces))
		take(fmt.Sprintf(`{"turn":0,"proof":{"hand":{"scheme":"chratze-fair/1","number":%d,"draws":[]}}}`, tt.hand)) // a later part
		if c.table.Unused != tt.want {
			t.Errorf("hand %d: unused since %d, want %d", tt.hand, c.table.Unused, tt.want)
		}
	}
}
