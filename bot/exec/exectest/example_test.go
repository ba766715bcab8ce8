package exectest_test

import (
	"fmt"
	"os/exec"
	"testing"

	"chratze/bot/exec/exectest"
)

// play is what the test program does when it is started as a bot: one of your own reads questions here.
func play(kind string) error {
	fmt.Println("a bot that is", kind)
	return nil
}

func TestMain(m *testing.M) { exectest.Main(m, play) }

// In a test, t is the *testing.T, and bot/exec starts the command.
func Example() {
	var t testing.T
	command := exectest.Command(&t, "slow")
	said, err := exec.Command(command[0], command[1:]...).Output()
	if err != nil {
		panic(err)
	}
	fmt.Print(string(said))
	// Output: a bot that is slow
}
