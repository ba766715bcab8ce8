package rulesfile_test

import (
	"fmt"

	"chratze/variant/rulesfile"
)

func ExampleParse() {
	file, err := rulesfile.Parse([]byte("name = \"Wednesday\"\npreset = \"chratze\"\nsusi = \"forced\"\nante = 50\n"))
	fmt.Println(file.Name, file.Variant, err)
	_, err = rulesfile.Parse([]byte("preset = \"chratze\"\nsusi = \"maybe\"\n"))
	fmt.Println(err)
	// Output:
	// Wednesday chratze,ante=50,susi=forced <nil>
	// rules file: line 2: variant: chratze: option "susi" is "maybe": allowed is off, guideline, forced
}
