package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chratze/env"
	"chratze/rams"
	"chratze/variant"
)

// TestJavaScriptTellsTheSame plays the same hands through WebAssembly and here: players, lists, observations, views and returns are equal.
func TestJavaScriptTellsTheSame(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no node: scripts/setup.sh installs it")
		}
		t.Skip("no node here")
	}
	wasm := filepath.Join(t.TempDir(), "rams.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", wasm, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var games [][2]any
	var want strings.Builder
	const hands = 10
	for _, name := range variant.Presets() {
		v, _ := variant.Lookup(name)
		games = append(games, [2]any{name, v.Usual()})
		fmt.Fprintln(&want, name, v.Usual(), played(t, name, v.Usual(), hands))
	}
	list, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("rams.mjs")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", "--no-warnings", "testdata/play.mjs", wasm, here, string(list), fmt.Sprint(hands)).CombinedOutput()
	if err != nil || string(out) != want.String() {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want.String())
	}
}

// played plays as testdata/play.mjs does, and returns the sum of all that was told.
func played(t *testing.T, rules string, seats, hands int) string {
	t.Helper()
	gs := &env.Games{}
	game, err := gs.Load(rules, seats, rams.Start{})
	if err != nil {
		t.Fatal(err)
	}
	sum, h, seen := sha256.New(), make(env.Hand, env.SizeLogged), make([]byte, env.Observation)
	tell := func(v any) {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write(b)
	}
	for seed := range hands {
		gs.Begin(h, game, uint64(seed)*uint64(seed%2), seed%2 != 0)
		turn, legal, _ := gs.Turn(h, nil)
		for step := seed; turn != env.Over; step++ {
			chosen := int(legal[step*7%len(legal)])
			text, err := gs.Text(h, chosen)
			if err != nil {
				t.Fatal(err)
			}
			tell([]any{turn, legal, text})
			if turn >= 0 {
				gs.Observe(h, turn, seen)
				view, err := gs.View(h, turn)
				if err != nil {
					t.Fatal(err)
				}
				sum.Write(append(seen, view...))
			}
			turn, legal, _ = gs.Apply(h, chosen, nil)
		}
		returns, texts := make([]float64, seats), make([]string, seats)
		gs.Returns(h, returns)
		for i, r := range returns {
			texts[i] = fmt.Sprintf("%.6f", r)
		}
		tell(texts)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}
