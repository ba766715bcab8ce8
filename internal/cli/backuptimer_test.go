package cli

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/waittest"
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

// TestTwoBackupsOfADay: what the unit of the timer runs makes a file of its own each time, and leaves those that are there.
func TestTwoBackupsOfADay(t *testing.T) {
	t.Parallel()
	unit, err := os.ReadFile("../../deploy/chratze-backup.service")
	if err != nil {
		t.Fatal(err)
	}
	data, backups := t.TempDir(), t.TempDir()
	s := startServer(t, data)
	line := regexp.MustCompile(`(?m)^ExecStart=/bin/sh -c '(.*)'$`).FindSubmatch(unit)
	if line == nil {
		t.Fatal("the unit runs no shell")
	}
	command := strings.NewReplacer("$$", "$", "%%", "%", "/usr/local/bin/chratze", s.cmd.Path, "/var/lib/chratze", data, "/var/backups/chratze", backups).Replace(string(line[1]))
	waittest.Until(t, "a second backup of the day", func() bool {
		_ = exec.Command("/bin/sh", "-c", command).Run() // it refuses a name that there is
		made, err := os.ReadDir(backups)
		return err == nil && len(made) == 2
	})
}
