package httpd

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"chratze/internal/locale"
)

// TestGoodbyesAreSaid: each reason for which the server ends a connection is in docs/protocol.md, and has a sentence, but for
// moved, after which a client comes again at once.
func TestGoodbyesAreSaid(t *testing.T) {
	t.Parallel()
	_, list, ok := strings.Cut(string(read(t, "../../../docs/protocol.md")), "| codes of `bye` |")
	list, _, _ = strings.Cut(list, "\n\n")
	rows := regexp.MustCompile(`(?m)^\|[^|]*\|`).FindAllString(list, -1)
	codes := regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(strings.Join(rows, ""), -1)
	if !ok || len(codes) < 8 {
		t.Fatalf("docs/protocol.md lists %v", codes)
	}
	for _, code := range codes {
		if key := "bye." + code[1]; code[1] != "moved" && !locale.For("en").Has(key) { // package locale demands it in the others
			t.Errorf("the catalogue has no %s", key)
		}
	}
	for _, dir := range []string{"../../table/host", "../../table/talk"} {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			for _, m := range regexp.MustCompile(`\.close\("(\w+)"\)|Bye\w+ += "(\w+)"`).FindAllStringSubmatch(string(read(t, dir+"/"+f.Name())), -1) {
				if code := m[1] + m[2]; !strings.Contains(strings.Join(rows, ""), "`"+code+"`") && code != "slow" && code != "gone" { // these two are without a farewell
					t.Errorf("%s ends a connection with %s, and docs/protocol.md doesn't list it", f.Name(), code)
				}
			}
		}
	}
}
