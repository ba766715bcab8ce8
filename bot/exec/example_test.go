package exec_test

import (
	"fmt"

	"chratze/bot/exec"
)

// A program says its name when it is ready to play.
func ExampleProcess_Start() {
	program := `read -r hello; echo '{"t":"ready","name":"passer"}'; read -r quit`
	p := exec.New(exec.Options{Command: []string{"sh", "-c", program}})
	hello, err := p.Start()
	if err != nil {
		panic(err)
	}
	fmt.Println(hello.Name)
	if err := p.Close(); err != nil {
		panic(err)
	}
	// Output: passer
}
