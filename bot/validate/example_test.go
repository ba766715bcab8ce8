package validate_test

import (
	"context"
	"fmt"
	"time"

	"chratze/bot/validate"
)

// first is a bot in sh: it plays the first legal act.
const first = `while read -r line; do case $line in
'{"t":"hello"'*) echo '{"t":"ready","name":"first"}' ;;
'{"t":"act"'*) id=${line#*'"id":'} act=${line#*'"legal":["'}; echo "{\"id\":${id%%[,\}]*},\"act\":\"${act%%\"*}\"}" ;;
'{"t":"quit"'*) exit ;;
esac; done`

// A bot that answers every question of Zwicken has no findings.
func ExampleRun() {
	report, err := validate.Run(context.Background(), validate.Options{
		Command: []string{"sh", "-c", first}, Limit: time.Minute, Hands: 1, Seed: 1, Presets: []string{"zwicken"},
	}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Hello.Name, "was asked:", report.Tries[0].Questions > 0)
	fmt.Println("findings:", len(report.Findings))
	// Output:
	// first was asked: true
	// findings: 0
}
