package projecttest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTitlesOfCommits runs scripts/titles.sh on scratch histories, each with one title, and on clones that are cut off.
func TestTitlesOfCommits(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("SKIPPED: there is no git")
	}
	script, err := os.ReadFile("scripts/titles.sh")
	if err != nil {
		t.Fatal(err)
	}
	run := func(dir, name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		// A git that runs this test as a hook says where its own repository is.
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir)}
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	repository := func(t *testing.T, titles ...string) string {
		dir := t.TempDir()
		git := func(args ...string) {
			if said, err := run(dir, "git", append([]string{"-c", "user.name=Vreni", "-c", "user.email=vreni@example.com"}, args...)...); err != nil {
				t.Fatal(args, said, err)
			}
		}
		git("init", "-q", "-b", "main")
		git("commit", "-q", "--allow-empty", "-m", "Before the script; nothing is asked of a title")
		if err := os.Mkdir(filepath.Join(dir, "scripts"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "scripts", "titles.sh"), script, 0o600); err != nil {
			t.Fatal(err)
		}
		git("add", ".")
		git("commit", "-q", "-m", "scripts: the titles of commits are checked")
		for _, title := range titles {
			git("commit", "-q", "--allow-empty", "-m", title)
		}
		return dir
	}
	for _, c := range []struct{ name, title, want string }{
		{"sound", "rams: head the trick only among playable cards", ""},
		{"rooms", "rams, internal/web, .ci: one word for one thing", ""},
		{"umlauts", "locale: " + strings.Repeat("ü", 64), ""},
		{"long", "locale: " + strings.Repeat("ü", 65), "73 characters"},
		{"semicolon", "rams: one thing; another thing", "semicolon"},
		{"no room", "Head the trick", "room: reason"},
		{"a sentence", "The table: cards lie open", "room: reason"},
		{"no reason", "rams:", "room: reason"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := repository(t, c.title, "web: a sound one after it")
			said, err := run(dir, "sh", "scripts/titles.sh")
			if (err != nil) != (c.want != "") || !strings.Contains(said, c.want) || c.want == "" && said != "" {
				t.Errorf("it says %q (%v), want %q", said, err, c.want)
			}
			if c.name != "long" { // one history is enough to be cut off
				return
			}
			for depth, red := range map[string]bool{"1": false, "2": false, "3": true} { // the oldest commit of a shallow clone isn't read
				clone := filepath.Join(dir, "clone"+depth)
				if said, err := run(dir, "git", "clone", "-q", "--depth", depth, "file://"+dir, clone); err != nil {
					t.Fatal(said, err)
				}
				said, err := run(clone, "sh", "scripts/titles.sh")
				if (err != nil) != red || !strings.Contains(said, "shallow") {
					t.Errorf("depth %s: it says %q (%v)", depth, said, err)
				}
			}
			if err := os.RemoveAll(filepath.Join(dir, ".git")); err != nil {
				t.Fatal(err)
			}
			if said, err := run(dir, "sh", "scripts/titles.sh"); err != nil || !strings.Contains(said, "SKIPPED") {
				t.Errorf("without git it says %q (%v)", said, err)
			}
		})
	}
}
