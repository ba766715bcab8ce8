package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"chratze/internal/atomicfile"
	"chratze/internal/cli/shell"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// newMan is chratze man: the manual pages, one for each command.
func newMan(sh *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use: "man DIR",
		Example: `  chratze man /usr/local/share/man/man1
  chratze --lang de-CH man ./man`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, say := range sh.Says {
				say()
			}
			p, root, this := sh.Printer(), cmd.Root(), sh.Build()
			root.DisableAutoGenTag = true // it contains the date, so every build would differ
			for _, c := range append(root.Commands(), root) {
				name(p, root, c)
			}
			head := &doc.GenManHeader{Title: "CHRATZE", Section: "1", Source: "chratze " + this.Version, Manual: "chratze"}
			if day, err := time.Parse(time.RFC3339, this.Date); err == nil {
				head.Date = &day
			}
			err := os.MkdirAll(args[0], 0o755)
			if err == nil {
				err = writeMan(root, head, args[0])
			}
			if err != nil {
				return errors.New(p.T("man.cant-write", locale.Args{"path": locale.Quoted(args[0]), "reason": lines.Reason(err)}))
			}
			return nil
		},
	}
}

// writeMan writes the pages of a command and of those below it, each as a whole: a full disk leaves no empty ones.
func writeMan(cmd *cobra.Command, head *doc.GenManHeader, dir string) error {
	for _, c := range cmd.Commands() {
		if !c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() {
			continue
		}
		if err := writeMan(c, head, dir); err != nil {
			return err
		}
	}
	var page bytes.Buffer
	its := *head // GenMan puts the command's title there
	if err := doc.GenMan(cmd, &its, &page); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + "." + head.Section
	return atomicfile.Write(filepath.Join(dir, name), page.Bytes(), 0o644)
}
