package protocol_test

import (
	"fmt"
	"os"
	"strings"

	"chratze/bot"
	"chratze/bot/protocol"
)

// A bot of this program speaks with a table over two streams.
func ExampleServe() {
	spec, err := bot.Parse("stammtisch-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	table := strings.NewReader(protocol.Hello + "\n" + `{"t":"quit"}` + "\n")
	if err := protocol.Serve(table, os.Stdout, spec); err != nil {
		fmt.Println(err)
	}
	// Output: {"t":"ready","name":"stammtisch-1","knows":["spare","price"]}
}
