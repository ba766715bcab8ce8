package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"chratze/internal/client"
)

// page is a chair as the page plays it, with the page's connection and its part in the proof: what it finds of a hand
// is a line of JSON.
const page = `
const [{Connection}, {Prover}] = await Promise.all([import('./web/live/connection.js'), import('./web/fair/prover.js')]);
const {SERVER, TABLE, SECRET} = process.env;
let answered = -1, last = 0;
const table = new Connection(TABLE, (what) => {
	if (what === 'hello' && table.hello.config.proof) {
		table.prover ??= new Prover(table, () => setTimeout(() => { // when the message has been read to its end
			const [hand, {standing, report, note}] = [...table.prover.verdicts].at(-1);
			if (hand > last) console.log(JSON.stringify({...report, hand: last = hand, standing, sent: !!note?.sent, faults: report.faults.map(({code}) => ({code}))}));
		}));
		table.prover.begin();
	}
	if (what !== 'news') return;
	const {ask, info} = table;
	if (info.stage === 'lobby') table.send({t: 'start'});
	if (!ask || ask.q === answered) return;
	answered = ask.q;
	table.send({t: 'act', q: ask.q, act: ask.legal[Math.floor(Math.random() * ask.legal.length)]});
}, (_, moved) => new WebSocket(SERVER.replace('http', 'ws') + '/ws/' + TABLE + '?knows=spare,price' + (moved ? '&moved=1' : ''),
	{headers: {authorization: 'Bearer ' + SECRET, 'load-token': 'load'}}));
table.connect();
`

// inPage is a prover by the page's own modules, in Node.
func inPage(ctx context.Context, t *testing.T, server string, seat client.Seat, found chan<- client.HandReport) func() {
	t.Helper()
	dir := t.TempDir()
	static, err := filepath.Abs("../web/static")
	must(t, err)
	must(t, os.Symlink(static, filepath.Join(dir, "web")))
	stubs, err := os.ReadFile("../web/testdata/page.mjs")
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "page.js"), append(stubs, page...), 0o600))
	cmd := exec.CommandContext(ctx, "node", "--preserve-symlinks", "--preserve-symlinks-main", "--experimental-websocket", "page.js")
	var wrong bytes.Buffer
	cmd.Dir, cmd.Stderr, cmd.Env = dir, &wrong, append(os.Environ(), "SERVER="+server, "TABLE="+seat.Table, "SECRET="+seat.Secret)
	said, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	return func() {
		lines := json.NewDecoder(said)
		for h := (client.HandReport{}); lines.Decode(&h) == nil; h = (client.HandReport{}) {
			found <- h
		}
		if err := cmd.Wait(); ctx.Err() == nil {
			t.Errorf("the page ends: %v\n%s", err, &wrong)
		}
	}
}

// needsNode skips a test where there is no Node.
func needsNode(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil && os.Getenv("CI") == "" {
		t.Skip("SKIPPED: there is no node: scripts/setup.sh installs it")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestPageBeforeALiar: what the terminal finds of a server that lies about the proof the page finds, too; every third lie
// here, all with CHRATZE_VERIFY.
func TestPageBeforeALiar(t *testing.T) {
	t.Parallel()
	needsNode(t)
	for i, how := range faced() {
		if i%3 > 0 && os.Getenv("CHRATZE_VERIFY") == "" {
			continue
		}
		t.Run(how.name, func(t *testing.T) {
			t.Parallel()
			face(t, how, inPage)
		})
	}
}
