//go:build js

package trained

import "errors"

var from = func(string) ([]byte, error) {
	return nil, errors.New("trained: no source of files is set")
}

// From says how files are fetched by their names. It is called once, before anybody plays.
func From(fetch func(name string) ([]byte, error)) { from = fetch }

// Read fetches a file by its name. It fails as long as it can't be fetched.
func Read(name string) ([]byte, error) { return from(name) }
