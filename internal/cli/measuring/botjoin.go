package measuring

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"chratze/bot/exec"
	"chratze/internal/atomicfile"
	"chratze/internal/cli/playing"
	"chratze/internal/cli/shell"
	"chratze/internal/client"
	"chratze/internal/locale"
	"chratze/internal/terminal/lines"
)

// newBotJoin is chratze bot join: a program plays at a server's table.
func newBotJoin(sh *shell.Shell) *cobra.Command {
	server, name := "http://localhost:8080", ""
	cmd := &cobra.Command{
		Use: "join CODE|LINK -- COMMAND [ARGUMENT …]",
		Example: `  chratze bot join 'https://karten.example/#7K2M9XAB' -- python3 bot.py
  chratze bot join 7K2M-9XAB --server https://karten.example --name Vreni -- ./mybot --level 3`,
		Args:        cobra.MinimumNArgs(2),
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
	}
	shell.Vars(cmd, map[string]any{"server": &server, "name": &name})
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p := sh.Printer()
		read, ok := playing.ReadChair(args[0], server)
		to := chair{Chair: read}
		if !ok || to.Code == "" && to.Secret == "" {
			return shell.Misuse(p.T("join.bad", locale.Args{"value": lines.Quoted(args[0])}))
		}
		process := exec.New(exec.Options{Command: args[1:], Context: cmd.Context()})
		defer func() { _ = process.Close() }()
		ready, err := process.Start() // before it takes a seat
		if err != nil {
			return shell.UnlessInterrupted(cmd.Context(), fmt.Errorf("%s: %w", strings.Join(args[1:], " "), err))
		}
		name := []rune(cmp.Or(name, strings.TrimSpace(ready.Name), filepath.Base(args[1])))
		defer func() {
			if to.held != nil {
				_ = to.held.Unlock()
			}
		}()
		if err := to.sitAgain(cmd.Context(), p, string(name[:min(len(name), mostName)])); err != nil {
			return err
		}
		say := func(key string, args locale.Args) { _, _ = fmt.Fprintln(cmd.ErrOrStderr(), p.T(key, args)) }
		say("bot.join.seat", locale.Args{"link": to.link()})
		return to.let(cmd.Context(), p, &client.Program{Process: process, Ready: ready, Fault: func(r exec.Reply) {
			say("bot.join.fault", locale.Args{"fault": string(r.Fault), "said": lines.Quoted(r.Said), "act": r.Action.String()})
		}}, say)
	}
	return cmd
}

// chair is where a program plays.
type chair struct {
	playing.Chair
	kept string       // the file that says which seat this command has taken; "": it has taken none
	held *flock.Flock // that file, while this command plays; nil for the link of a seat
}

// mostName is how long a name at a table may be, in characters.
const mostName = 20

// let lets a program play on the chair until the command is interrupted, or the seat or the table is gone.
func (c *chair) let(ctx context.Context, p *locale.Printer, program *client.Program, say func(key string, args locale.Args)) error {
	lost := func(err error, wait time.Duration) {
		say("bot.join.lost", locale.Args{"server": c.Server, "reason": shell.Unreached(p, err), "seconds": fmt.Sprintf("%.1f", wait.Seconds())})
	}
	err := client.New(client.Options{Server: c.Server, Table: c.Table, Secret: c.Secret, Program: program, Lost: lost}).Run(ctx)
	refused, ok := errors.AsType[*client.RefusedError](err)
	switch {
	case ok:
		if !refused.Asked {
			c.leave(ctx)
		}
		return errors.New(p.T("bot.join.refused", locale.Args{"reason": cmp.Or(refused.Why, p.T("bot.join.unfit", nil))}))
	case errors.Is(err, client.ErrLink):
		return errors.New(p.T("tui.dead-link", nil))
	}
	return shell.Interrupted("")
}

// leave leaves the seat that this command has taken, and forgets it.
func (c *chair) leave(ctx context.Context) {
	if c.kept == "" {
		return
	}
	ctx, stop := context.WithTimeout(ctx, playing.Patience)
	defer stop()
	if client.Leave(ctx, c.Server, c.Table, c.Secret) == nil {
		_ = os.Remove(c.kept) // one that is kept is found to be left
	}
}

// link is the link of the chair.
func (c *chair) link() string { return c.Server + "/t/" + c.Table + "#" + c.Secret }

// sitAgain takes the seat that was taken before with the same code and name, or a free one, and notes it.
func (c *chair) sitAgain(ctx context.Context, p *locale.Printer, name string) error {
	if c.Code == "" {
		return nil // it has the link of the seat
	}
	data, err := lines.DataDir("", os.Getenv)
	if err != nil {
		return err
	}
	path := filepath.Join(data, "seats", fmt.Sprintf("%x", sha256.Sum256([]byte(c.Server+"\n"+c.Code+"\n"+name)))[:16])
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	c.held = flock.New(path+".lock", flock.SetPermissions(0o600))
	if free, err := c.held.TryLock(); err != nil {
		return err
	} else if !free {
		return shell.Misuse(p.T("bot.join.twice", locale.Args{"name": lines.Quoted(name)}))
	}
	if text, err := os.ReadFile(path); err == nil {
		if kept, ok := playing.ReadChair(string(text), c.Server); ok && kept.Secret != "" {
			asking, stop := context.WithTimeout(ctx, playing.Patience)
			door, err := client.Outside(asking, kept.Server, kept.Table, kept.Secret)
			stop()
			refused, ok := errors.AsType[*client.StatusError](err)
			if gone := ok && refused.Status < 500; !gone && !door.Left {
				c.Chair = kept // a server that doesn't answer may be starting
				return nil
			}
			if door.Left {
				c.Secret = kept.Secret
			}
		}
	}
	if err := c.Sit(ctx, p, name); err != nil {
		return err
	}
	c.kept = path
	return atomicfile.Write(path, []byte(c.link()+"\n"), 0o600)
}
