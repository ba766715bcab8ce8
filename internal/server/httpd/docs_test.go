package httpd

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"chratze/chance"
	"chratze/internal/locale"
	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/internal/table/talk"
	"chratze/internal/table/wire"
	"chratze/internal/web"
	"chratze/internal/wording"
	"chratze/rams"

	"chratze/internal/server/hostlog/hosttest"
)

var update = flag.Bool("update", false, "write the transcript")

const originals = "../../../docs"

// write replaces a file, for -update.
func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDocumentsThatAreHandedOut are those in docs/.
func TestDocumentsThatAreHandedOut(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"protocol.md", "openapi.yaml", "fairness.md", "fair-protocol.md"} {
		if !bytes.Equal(web.Files()["docs/"+name], read(t, filepath.Join(originals, name))) {
			t.Errorf("the server hands out another %s", name)
		}
	}
}

// The transcript stands between these lines.
const (
	transcriptBegins = "<!-- transcript: go test ./internal/server/httpd -update -->\n"
	transcriptEnds   = "<!-- end of the transcript -->\n"
)

// TestTranscript compares the transcript in docs/protocol.md with a hand that is
// played now.
func TestTranscript(t *testing.T) {
	name := filepath.Join(originals, "protocol.md")
	text := string(read(t, name))
	before, rest, ok := strings.Cut(text, transcriptBegins)
	_, after, ok2 := strings.Cut(rest, transcriptEnds)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the transcript", name)
	}
	want := before + transcriptBegins + "\n```text\n" + transcript(t) + "```\n\n" + transcriptEnds + after
	if *update {
		write(t, name, []byte(want))
	} else if text != want {
		t.Errorf("the transcript in %s is of another protocol: go test ./internal/server/httpd -update", name)
	}
}

// transcript is what goes over the connection of one of four people in a hand.
func transcript(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(2, 2))
	d := newDesk(t, "chratze", chance.Of(rand.New(rand.NewPCG(31, 1))))
	defer d.host.Close()
	s := &Server{front: &front{opt: Options{Host: d.host}}}
	var b strings.Builder
	anna := d.get[0]
	heard := func() {
		for _, line := range bytes.Split(bytes.TrimSpace(anna.all), []byte("\n")) {
			if len(line) > 0 {
				fmt.Fprintf(&b, "← %s\n", line)
			}
		}
		anna.all = anna.all[:0]
	}
	say := func(chair int, format string, args ...any) {
		message := fmt.Sprintf(format, args...)
		if chair == 0 {
			fmt.Fprintf(&b, "→ %s\n", message)
		}
		s.hear(d.conn[chair], talk.Sender{Queue: d.get[chair].Queue}, netip.Prefix{}, []byte(message))
		d.settle()
		heard()
	}
	d.settle()
	heard()
	say(0, `{"t":"start","id":1}`)
	for anna.state.Info.Stage == "playing" {
		asked := slices.IndexFunc(d.get[:4], func(l *listener) bool { return l.state.Ask != nil })
		q := d.get[asked].state.Ask
		d.get[asked].state.Ask = nil
		act := q.Legal[r.IntN(len(q.Legal))]
		for _, likes := range []string{"see", "open", "join"} { // so that there is something to tell
			if i := slices.Index(q.Legal, likes); i >= 0 {
				act = q.Legal[i]
			}
		}
		say(asked, `{"t":"act","q":%d,"act":%q}`, q.Q, act)
	}
	return b.String()
}

// ---- OpenAPI ----

type openapi struct {
	Paths      map[string]map[string]yaml.Node // by path and method, or "parameters"
	Components struct {
		Schemas   map[string]schema
		Responses map[string]any
	}
}

type operation struct {
	Summary   string
	Responses map[string]struct {
		Ref string `yaml:"$ref"`
	}
}

type schema struct {
	Ref        string `yaml:"$ref"`
	Required   []string
	Properties map[string]any
	AllOf      []schema `yaml:"allOf"`
}

// all returns the schema with those that it is made of.
func (doc *openapi) all(sc schema) schema {
	if name, ok := strings.CutPrefix(sc.Ref, "#/components/schemas/"); ok {
		sc = doc.Components.Schemas[name]
	}
	whole := schema{Required: sc.Required, Properties: maps.Clone(sc.Properties)}
	for _, part := range sc.AllOf {
		p := doc.all(part)
		whole.Required = append(whole.Required, p.Required...)
		if whole.Properties == nil {
			whole.Properties = map[string]any{}
		}
		maps.Copy(whole.Properties, p.Properties)
	}
	return whole
}

func readOpenAPI(t *testing.T) *openapi {
	t.Helper()
	var doc openapi
	if err := yaml.Unmarshal(read(t, filepath.Join(originals, "openapi.yaml")), &doc); err != nil {
		t.Fatal(err)
	}
	return &doc
}

// TestOpenAPIKnowsEveryRoute and no other.
func TestOpenAPIKnowsEveryRoute(t *testing.T) {
	t.Parallel()
	doc := readOpenAPI(t)
	documented := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, node := range methods {
			if method == "parameters" {
				continue
			}
			var op operation
			if err := node.Decode(&op); err != nil {
				t.Fatal(err)
			}
			documented[strings.ToUpper(method)+" "+path] = true
			if op.Summary == "" || len(op.Responses) == 0 {
				t.Errorf("%s %s: no summary, or no answers", method, path)
			}
			for status, r := range op.Responses {
				if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); r.Ref != "" && (!ok || doc.Components.Responses[name] == nil) {
					t.Errorf("%s %s: answer %s refers to %s", method, path, status, r.Ref)
				}
			}
		}
	}
	s := open(t, hosttest.NewMemory(), nil)
	for _, r := range s.server.routes() {
		pattern := strings.NewReplacer("{$}", "", "...}", "}").Replace(r.pattern)
		if !documented[pattern] {
			t.Errorf("%s is not in openapi.yaml", pattern)
		}
		delete(documented, pattern)
	}
	for pattern := range documented {
		t.Errorf("openapi.yaml has %s, which nobody answers", pattern)
	}
}

// TestOpenAPIKnowsEveryField of what is asked and answered.
func TestOpenAPIKnowsEveryField(t *testing.T) {
	t.Parallel()
	doc := readOpenAPI(t)
	for name, v := range map[string]any{
		"NewTable": NewTable{}, "Joining": Joining{}, "Seat": Seat{}, "Door": Door{}, "NewGroup": NewGroup{}, "GroupEntry": GroupEntry{}, "GroupExport": GroupExport{}, "GroupKeys": GroupKeys{}, "GroupWriting": GroupWriting{}, "GroupNewKey": GroupNewKey{}, "GroupWritten": GroupWritten{}, "GroupCode": GroupCode{}, "NewGroupCode": NewGroupCode{}, "KnownGroup": KnownGroup{}, "GroupState": GroupState{}, "Problem": Problem{},
		"Words": locale.Browser{}, "Form": wording.Form{}, "FormGroup": wording.Group{}, "FormOption": wording.Option{}, "FormValue": wording.Value{}, "FormText": wording.Text{}, "Glossary": Glossary{}, "Reading": talk.Reading{}, "PublicTables": PublicTables{}, "PublicTable": PublicTable{}, "RuleBook": RuleBook{}, "Preset": Preset{}, "Option": Option{}, "Config": table.Config{},
	} {
		sc, ok := doc.Components.Schemas[name]
		if !ok {
			t.Errorf("openapi.yaml has no schema %s", name)
			continue
		}
		sc = doc.all(sc)
		fields := fieldsOf(reflect.TypeOf(v))
		for f, always := range fields {
			if _, ok := sc.Properties[f]; !ok {
				t.Errorf("%s: %s is not in openapi.yaml", name, f)
			}
			asked := name == "NewTable" || name == "Config" // what may be left out
			if !asked && always != slices.Contains(sc.Required, f) {
				t.Errorf("%s: %s is always there: %v, and openapi.yaml says otherwise", name, f, always)
			}
		}
		for f := range sc.Properties {
			if _, ok := fields[f]; !ok {
				t.Errorf("openapi.yaml: %s has no %s", name, f)
			}
		}
	}
}

// fieldsOf returns the names of the fields in JSON, and whether they are always
// there.
func fieldsOf(t reflect.Type) map[string]bool {
	fields := map[string]bool{}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, more, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			for n, always := range fieldsOf(f.Type) {
				fields[n] = always
			}
			continue
		}
		if name != "-" {
			fields[name] = more != "omitempty"
		}
	}
	return fields
}

// TestProtocolTellsOfEveryMessage: docs/protocol.md names all kinds of messages
// and all fields of those that clients send.
func TestProtocolTellsOfEveryMessage(t *testing.T) {
	t.Parallel()
	text := string(read(t, filepath.Join(originals, "protocol.md")))
	kinds := []string{"hello", "ok", "no", "chat", "key", "pong", "bye", "review", "note", "watch"}
	for d := table.DoAct; d < table.DoSit; d++ {
		kinds = append(kinds, d.String())
	}
	for _, kind := range kinds {
		if !strings.Contains(text, "`"+kind+"`") {
			t.Errorf("docs/protocol.md doesn't tell of %s", kind)
		}
	}
	for _, of := range []any{wire.Message{}, wire.Hello{}, table.InfoParts{}, table.Chair{}, table.Gone{}, table.Result{}, table.Past{}, wire.Question{}, wire.Said{}, wire.Received{}, table.Practice{}, table.Right{}, table.Deal{}} {
		for f := range fieldsOf(reflect.TypeOf(of)) {
			if !strings.Contains(text, "`"+f+"`") {
				t.Errorf("docs/protocol.md doesn't tell of %s in %T", f, of)
			}
		}
	}
	for _, code := range []string{"bot", "text", "link", "busy", host.ByeOld, talk.ByeTable, talk.ByeMoved} {
		if !strings.Contains(text, "`"+code+"`") {
			t.Errorf("docs/protocol.md doesn't tell of the code %s", code)
		}
	}
	_, requests, _ := strings.Cut(text, "## HTTP: codes")
	requests, _, _ = strings.Cut(requests, "\n## ")
	_, rules, _ := strings.Cut(text, "| `act`, `rule` |")
	rules, _, _ = strings.Cut(rules, "\n")
	for _, of := range []struct{ text, files, form string }{
		{requests, "*.go", `(?:fail\(w, [\w.]+, |Problem\{Code: )"([a-z-]+)"`},
		{rules, "../../../rams/apply.go", `Refuse\w+ += "([a-z-]+)"`},
		{text, "../../table/refused.go", `Refused\w+ += "([a-z-]+)"`},
	} {
		codes := sourceCodes(t, of.files, of.form)
		if len(codes) < 10 {
			t.Errorf("%s has only the codes %q", of.files, codes)
		}
		for _, code := range codes {
			if !strings.Contains(of.text, "`"+code+"`") && code != rams.RefuseNature {
				t.Errorf("docs/protocol.md doesn't tell of the code %s of %s where it should", code, of.files)
			}
		}
	}
}

// sourceCodes returns the codes that source files have in this form.
func sourceCodes(t *testing.T, files, form string) (codes []string) {
	t.Helper()
	names, err := filepath.Glob(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for _, m := range regexp.MustCompile(form).FindAllSubmatch(read(t, name), -1) {
			codes = append(codes, string(m[1]))
		}
	}
	return codes
}
