package run_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"chratze/internal/server/run"
)

// A server on a free port, with its data in a directory that exists. It ends with the context.
func ExampleStart() {
	dir, err := os.MkdirTemp("", "chratze")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx, stop := context.WithCancel(context.Background())
	o := run.Defaults()
	o.Data.Dir, o.Listen.Addr, o.Web.BasePath = dir, "127.0.0.1:0", "/cards"
	server, err := run.Start(ctx, o)
	if err != nil {
		panic(err)
	}
	page := server.Places()[0].URL
	answer, err := http.Get(page)
	if err != nil {
		panic(err)
	}
	_ = answer.Body.Close()
	fmt.Println(answer.Status, strings.HasSuffix(page, "/cards/"))
	stop()
	fmt.Println(server.Wait())
	// Output:
	// 200 OK true
	// <nil>
}
