package cli

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCronDoesWhatTheTimerDoes: cron's line on the page and the unit of the timer make the same backup and delete the same old
// ones, and cron, which looks only in /usr/bin and /bin, finds the program.
func TestCronDoesWhatTheTimerDoes(t *testing.T) {
	t.Parallel()
	page, err1 := os.ReadFile("../../docs/operations.md")
	unit, err2 := os.ReadFile("../../deploy/chratze-backup.service")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	cron := regexp.MustCompile(`(?m)^30 4 \* \* \* root (.*)$`).FindSubmatch(page)
	if cron == nil {
		t.Fatal("docs/operations.md has no line of cron")
	}
	var steps []string
	inPath := regexp.MustCompile(`^(/usr)?/bin/`) // cron finds it there
	for line := range strings.Lines(string(unit)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "UMask":
			steps = append(steps, "umask "+strings.TrimPrefix(value, "0"))
		case "ExecStartPre", "ExecStart", "ExecStartPost":
			value = strings.TrimSuffix(strings.TrimPrefix(value, "/bin/sh -c 'exec "), "'")
			value = strings.NewReplacer("$$", "$", "%%", "%").Replace(value)
			steps = append(steps, inPath.ReplaceAllString(value, ""))
		}
	}
	want, got := strings.Join(steps, " && "), strings.ReplaceAll(string(cron[1]), `\%`, "%")
	if got != want {
		t.Errorf("cron does\n%s\nand the timer\n%s", got, want)
	}
}
