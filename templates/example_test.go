package templates_test

import (
	"bytes"
	"fmt"

	"chratze/templates"
)

// Each template is a whole program, of which you change one function.
func Example() {
	fmt.Println(bytes.Contains(templates.Go, []byte("\nfunc decide(")))
	fmt.Println(bytes.Contains(templates.Python, []byte("\ndef decide(")))
	// Output:
	// true
	// true
}
