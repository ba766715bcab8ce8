package playing

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"chratze/internal/cli/shell"
	"chratze/internal/client"
	"chratze/internal/fair"
	"chratze/internal/locale"
	"chratze/internal/server/httpd"
	"chratze/internal/table"
	"chratze/internal/terminal/lines"
	"chratze/internal/terminal/local"
	"chratze/internal/terminal/screen"
)

// NewJoin is chratze join.
func NewJoin(sh *shell.Shell) *cobra.Command {
	server, name, deck := "http://localhost:8080", os.Getenv("USER"), ""
	var look screenFlags
	cmd := &cobra.Command{
		Use:         "join URL|CODE",
		Annotations: map[string]string{shell.TakesItsTime: "yes"},
		Example: `  chratze join 'https://karten.example/#7K2M9XAB' --name Vreni
  chratze join 7K2M-9XAB --server https://karten.example --name Vreni
  chratze join 'https://karten.example/t/17#hG0xW2vbn1eV3kS4q5Tz7A'`,
		Args: cobra.ExactArgs(1),
	}
	shell.Vars(cmd, map[string]any{"server": &server, "name": &name})
	shell.DeckFlag(cmd, &deck)
	look.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p := sh.Printer()
		opt, err := look.withDeck(p, deck)
		if err != nil {
			return err
		}
		opt.Server = true
		if u, err := url.Parse(server); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return shell.Misuse(p.T("join.bad.server", locale.Args{"value": lines.Quoted(server)}))
		}
		to, ok := ReadChair(args[0], server)
		if !ok {
			return shell.Misuse(p.T("join.bad", locale.Args{"value": lines.Quoted(args[0])}))
		}
		if to.Secret != "" {
			if err := to.again(cmd, p); err != nil {
				return err
			}
		}
		if to.Code != "" {
			if name, err = askName(cmd, p, name); err != nil { // a person who has played keeps theirs
				return err
			}
			if err := to.Sit(cmd.Context(), p, name); err != nil {
				return err
			}
		}
		return to.play(cmd, p, opt, &look)
	}
	return cmd
}

// Chair says where a person wants to sit: at the table with a code, or on their own chair.
type Chair struct {
	Server, Code, Table, Secret string
}

// linkIn finds a link in a message, and secretIn a chair's secret in what stands around it.
var (
	linkIn   = regexp.MustCompile(`(?i:https?)://[^\s<>"'«»„“”「」|]+`)
	secretIn = regexp.MustCompile(`[\w-]{28}|[\w-]{22}`)
)

// ReadChair finds a code, or the link of a chair, of an invitation, or for spectators, in a text.
func ReadChair(text, server string) (Chair, bool) {
	text = strings.NewReplacer("=\r\n", "", "=\n", "").Replace(norm.NFKC.String(text)) // a mail program breaks lines
	link := linkIn.FindString(httpd.WithHash(text))
	if link == "" {
		code := httpd.ReadCode(text)
		if !strings.Contains(server, "://") {
			server = "https://" + server
		}
		return Chair{Server: strings.TrimSuffix(server, "/"), Code: code}, code != ""
	}
	address, behind, _ := strings.Cut(link, "#")
	u, err := url.Parse(strings.TrimRight(address, ".,;:!?)]}>*%"))
	if err != nil || u.Host == "" {
		return Chair{}, false
	}
	before, path, _ := strings.Cut(u.Path, "/t/")
	to := Chair{Server: u.Scheme + "://" + u.Host + strings.TrimSuffix(before, "/")}
	to.Table, path, _ = strings.Cut(strings.Trim(path, "/"), "/")
	if to.Secret = secretIn.FindString(path + " " + behind); to.Secret != "" && to.Table != "" {
		return to, true
	}
	if to.Code = httpd.ReadCode("#" + behind); to.Code != "" {
		to.Table = ""
	}
	return to, to.Code != "" || to.Table != ""
}

// askName returns the person's name. Without --name it asks on a terminal; elsewhere it uses
// USER, and fails if that is empty.
func askName(cmd *cobra.Command, p *locale.Printer, name string) (string, error) {
	name = strings.TrimSpace(name)
	if !cmd.Flags().Changed("name") && shell.IsTerminal(cmd.InOrStdin()) && shell.IsTerminal(cmd.OutOrStdout()) {
		question := p.T("join.ask", nil) + " "
		if name != "" {
			question += "[" + lines.Visible(name) + "] "
		}
		if _, err := io.WriteString(cmd.OutOrStdout(), question); err != nil {
			return "", err
		}
		line, err := readLine(cmd.InOrStdin())
		if err != nil && err != io.EOF {
			return "", err
		}
		name = cmp.Or(strings.TrimSpace(line), name)
	}
	if name == "" {
		return "", shell.Misuse(p.T("join.name", nil))
	}
	return name, nil
}

// again asks whether to sit down again, if the person has left the chair of the link.
func (c *Chair) again(cmd *cobra.Command, p *locale.Printer) error {
	ctx, stop := context.WithTimeout(cmd.Context(), Patience)
	defer stop()
	door, err := client.Outside(ctx, c.Server, c.Table, c.Secret)
	if err != nil || !door.Left {
		return nil // the connection says what is wrong
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), p.T("join.left", nil)+" "); err != nil {
		return err
	}
	if _, err := readLine(cmd.InOrStdin()); err != nil {
		return shell.UnlessInterrupted(cmd.Context(), errors.New(p.T("tui.dead-link", nil)))
	}
	c.Code = door.Code
	return nil
}

// readLine reads one line and nothing after it, since others read the rest. A line from a
// terminal is short.
func readLine(in io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < 1000; {
		switch n, err := in.Read(b); {
		case n > 0 && b[0] == '\n':
			return string(line), nil
		case n > 0:
			line = append(line, b[0])
		case err != nil:
			return string(line), err
		}
	}
	return string(line), nil
}

// Patience is how long a server may take to answer.
const Patience = 20 * time.Second

// Sit takes a free chair; with the secret of one that was left, as the same person.
func (c *Chair) Sit(ctx context.Context, p *locale.Printer, name string) error {
	ctx, stop := context.WithTimeout(ctx, Patience)
	defer stop()
	var header http.Header
	if c.Secret != "" {
		header = client.Bearer(c.Secret)
	}
	seat, err := client.Join(ctx, c.Server, header, c.Code, name)
	if refused, ok := errors.AsType[*client.StatusError](err); ok {
		var why struct{ Code string }
		if json.Unmarshal([]byte(refused.Body), &why) == nil && why.Code != "" {
			return errors.New(screen.Reason(p, why.Code))
		}
	}
	if err != nil {
		return errors.New(p.T("join.unreachable", locale.Args{"server": c.Server, "reason": shell.Unreached(p, err)}))
	}
	c.Table, c.Secret = seat.Table, seat.Secret
	return nil
}

// play shows the table, on a terminal or as lines, and prints how to come back.
func (c *Chair) play(cmd *cobra.Command, p *locale.Printer, opt screen.Options, flags *screenFlags) error {
	kept := c.Numbers()
	if data, err := lines.DataDir("", os.Getenv); err == nil {
		opt.Introduce = local.FirstTime(data)
	}
	source := screen.Remote(client.Options{Server: c.Server, Table: c.Table, Secret: c.Secret, Notes: kept.Notes, Keep: kept.Keep})
	err := flags.show(cmd, opt, source, lines.NewScreen(cmd.OutOrStdout(), os.Getenv), func(m screen.Model, err error) []string {
		said := SayNumbers(p, kept)
		if t := m.Table(); c.Secret != "" && err == nil && (t == nil || t.Stage != table.Over) {
			said = append(said, p.T("join.back", locale.Args{"link": c.Server + "/t/" + c.Table + "#" + c.Secret}))
		}
		return said
	})
	if errors.Is(err, screen.ErrNoTable) {
		return errors.New(p.T("join.unreachable", locale.Args{"server": c.Server, "reason": p.T("join.nobody", nil)}))
	}
	return err
}

// Numbers returns what was kept about the chair before.
func (c *Chair) Numbers() *client.Numbers {
	data, err := lines.DataDir("", os.Getenv)
	if err != nil {
		return &client.Numbers{Notes: &fair.Notes{}, Err: err}
	}
	return client.OpenNumbers(filepath.Join(data, "numbers"), c.Server, c.Table, c.Secret)
}

// SayNumbers says where the numbers are kept or, if they can't be, why; and where earlier ones
// are if they can't be read.
func SayNumbers(p *locale.Printer, n *client.Numbers) (said []string) {
	if n.Aside != "" {
		said = append(said, p.T("join.numbers.aside", locale.Args{"path": n.Aside, "reason": lines.Reason(n.Unread)}))
	}
	switch {
	case n.Notes.Len() == 0: // no numbers
	case n.Err != nil:
		said = append(said, p.T("join.numbers.lost", locale.Args{"path": n.Path, "reason": lines.Reason(n.Err)}))
	default:
		said = append(said, p.T("join.numbers", locale.Args{"path": n.Path}))
	}
	return said
}
