package locale

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// manner is how a language is written here: what its texts must not have.
type manner struct {
	bad   *regexp.Regexp
	known *regexp.Regexp // looks like it, but is right; taken out first
}

// fault returns the first thing in a text that the manner forbids, or "".
func (m manner) fault(text string) string {
	if m.known != nil {
		text = m.known.ReplaceAllString(text, "")
	}
	return m.bad.FindString(text)
}

// roundabout is English that reads as translated. A sentence that asks may begin with Who, and so may a heading
// without a full stop.
var roundabout = manner{
	bad: regexp.MustCompile(`^(?:Who|[Ww]hoever|Whose|Whom) .*[.;:]$|^who (?:fails|joins|wins|won|has|need|alone|holds) |, who (?:fails|joins|wins|plays|alone|stays) |^One (?:draws|lays|gets|plays|may|can|must|has|needs|commits) |\b(?:one's|oneself|he|him|his|himself)\b` +
		`|\bso many (?:seats|cards|hands|players|days|steps|new)\b|\b(?:[Ll]ay|lays|[Ll]aid) away\b|\bsittings?\b|\bpot a hand\b|\bwhoever\b`),
	known: regexp.MustCompile(`\{[a-z_]+\}`)}

// german is for all German texts, before Switzerland writes ss and «»: commas, one word for one thing, no spelling of
// one country alone. Joining is mitspielen; mitkommen and mitgehen are what a table may say.
var german = manner{
	bad: regexp.MustCompile(`\bWem [^.;:]*, (?:zahlt|bekommt|verliert|muss)\b` + // Wem …, der zahlt
		`|[\pL}“] (?:dass|weil|obwohl|sodass)\b` +
		`|\b[Mm]itk(?:omm|am)|\b[Mm]itg(?:eh|ing|ekommen|egangen)|\b(?:[Kk]omm(?:e|st|t)?|[Kk]amst?) (?:du |niemand |jemand )?mit\b|\bmit(?:kommen|gehen)\b` +
		`|[«»]|\b(?:[Gg]r[oö]ss|[Mm]ass\b|[Dd]rauss|[Hh]eiss|[Ww]eiss|[Ss]chliess|[Aa]usser|Buss[ei]|Stra?ss|[Bb]loss|[Dd]reiss)` +
		`|Leerschl|\binnert\b|\bEntscheid\b|\bAufkarte\b|[Tt]rumpf(?:sechs|ass)\b|Das und was`),
	known: regexp.MustCompile(`(?:und|oder|als|ohne|statt) (?:dass|weil)\b|kommst du mit:`),
}

// japanese is for all Japanese texts: 支払う is what a player does, the pot is shared (分ける) and people hand each other
// what they owe (渡す); one word for one thing; punctuation is full-width.
var japanese = manner{
	bad: regexp.MustCompile(`ポット(?:を|が)支払|(?:^|[^支])払[いうえおわっ]|ズージ|親|誰|卓|全て|対局|棋譜|[第前次]\d*局|札(?:別|が)|ディクレアラー|参加料|罰金|規則|ブラウザ(?:[^ー]|$)|` +
		`[ぁ-んァ-ヶー一-龠々}」）][:;!?]|[ぁ-んァ-ヶー一-龠々][()]|[()][ぁ-んァ-ヶー一-龠々]`),
	known: regexp.MustCompile(`は\?で|:(?:443|8080)|(?:切り|めくり|捨て|山|手)札(?:別|が)|。\? でヘルプ`),
}

var sentence = regexp.MustCompile(`[^.?!:;]+[.?!:;]*`)

// notPlain returns the first sentence of an English text that reads as translated, or "".
func notPlain(text string) string {
	for _, s := range sentence.FindAllString(text, -1) {
		s = strings.TrimSpace(s)
		if !strings.HasSuffix(s, "?") && roundabout.fault(s) != "" {
			return s
		}
	}
	return ""
}

// eachText calls look with every text of a language's files.
func eachText(t *testing.T, lang string, look func(key, text string)) {
	t.Helper()
	all := load(t, lang)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		for _, form := range slices.Sorted(maps.Keys(all[key])) {
			look(key, all[key][form])
		}
	}
}

// eachGolden calls look with every file of wording/testdata whose name matches.
func eachGolden(t *testing.T, pattern string, look func(name, text string)) {
	t.Helper()
	names, err := filepath.Glob("../wording/testdata/" + pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("testdata/%s: %d files, %v", pattern, len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		look(name, string(data))
	}
}

// TestEnglishIsPlain: no English text has a free relative as its subject, a generic "he", "one's", or one of the words
// for which docs/glossary.md has another.
func TestEnglishIsPlain(t *testing.T) {
	t.Parallel()
	eachText(t, Base, func(key, text string) {
		if bad := notPlain(text); bad != "" {
			t.Errorf("%s: say %q to the reader, as you", key, bad)
		}
	})
}

func TestEnglishIsPlainKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Who plays has to win tricks.", "All is well. Who fails pays.", "Whose seven is taken pays.", "A Muss pays nothing out; who fails pays.",
		"It is one's own.", "The dealer looks at his cards.", "One draws back up to 4 cards.", "The declarer gets two parts, who joins one.",
		"for so many seats", "Lay away two cards.", "Back to sitting 3.", "2.1 percent of the pot a hand", "With --play, whoever is asked first declares.",
	} {
		if notPlain(text) == "" {
			t.Errorf("%q reads plainly", text)
		}
	}
	for _, text := range []string{
		"Who plays", "Who deals next?", "If you fail, you pay.", "Anna, who deals, is asked.", "One trick is enough.", "the others", "so many that none is left",
	} {
		if s := notPlain(text); s != "" {
			t.Errorf("%q doesn't read plainly", s)
		}
	}
}

// TestGermanIsPlain: commas, one word for joining, and spelling that both countries' rules are made from.
func TestGermanIsPlain(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"de", "de-AT"} {
		eachText(t, lang, func(key, text string) {
			if bad := german.fault(text); bad != "" {
				t.Errorf("%s: %s: %q in %q", lang, key, bad, text)
			}
		})
	}
}

func TestGermanIsPlainKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"Wem der Trumpf die Sieben nimmt, zahlt.", "Niemand weiß dass du gefragt wurdest.", "Wer mitkommt, zahlt.", "Alle Mitgekommenen zahlen.", "Kommst du mit?",
		"kommt mit", "Du kannst noch mitgehen.", "Du sagst «weg».", "Die Grösse des Pots", "draussen", "Das heisst", "mit Leerschlägen", "innert 5 Sekunden", "die Trumpfsechs",
		"Das und was liegen blieb ist der Pot.",
	} {
		if german.fault(text) == "" {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{
		"Wem der Trumpf die Sieben nimmt, der zahlt.", "Niemand erfährt, dass du gefragt wurdest.", "Wer mitspielt, zahlt.", "Zurück kommst du mit: chratze join", "Das geht nur mit einem Weli.",
		"so viele, dass es vier sind", "ohne dass eine Karte gespielt wird", "Du weißt, was liegt.",
	} {
		if bad := german.fault(text); bad != "" {
			t.Errorf("%q: %q", text, bad)
		}
	}
}

// TestJapaneseIsPlain: one word for one thing, and full-width punctuation, in every text and in what is made of them.
func TestJapaneseIsPlain(t *testing.T) {
	t.Parallel()
	eachText(t, "ja", func(key, text string) {
		if bad := japanese.fault(text); bad != "" {
			t.Errorf("%s: %q in %q", key, bad, text)
		}
	})
	eachGolden(t, "*.ja.*", func(name, text string) {
		if bad := japanese.fault(text); bad != "" {
			t.Errorf("%s: %q", name, bad)
		}
	})
}

func TestJapaneseIsPlainKillsPlantedFaults(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"ポットを支払います。", "ズージ", "親が配る", "ルール:", "ポットに払います", "だれですか?", "参加（あり)", "カード(ハート)", "誰かが来る", "この卓では", "全てのカード",
		"第3局", "ディクレアラー", "このブラウザでは", "{name}:参加", "参加料", "札が来る",
	} {
		if japanese.fault(text) == "" {
			t.Errorf("%q passes", text)
		}
	}
	for _, text := range []string{"切り札が来る", "言えることは?で見られます。", "ポットに支払います。", "ルール：{name}", "ブラウザーで", "h：手札、w, ?", "--addr {value}"} {
		if bad := japanese.fault(text); bad != "" {
			t.Errorf("%q: %q", text, bad)
		}
	}
}

// people are the Japanese messages about a person beside the game: who sits there, is away, wishes, looks on.
var people = regexp.MustCompile(`^(?:undo|door|sure|hint|watch|away|rights|together|over|tui\.wait\.standin|pass\.(?:give|look)|ui\.(?:same|do\.standin))(?:\.|$)`)

// politeFault returns a name in a Japanese text that lacks さん, or has one too many; or "". What happens in the game has
// the names alone, and so have bots.
func politeFault(key, text string) string {
	polite := regexp.MustCompile(`\{(?:name|by|to|other|host)\}(?:さん)?`)
	for _, name := range polite.FindAllString(strings.ReplaceAll(text, "ボットの{to}", ""), -1) {
		if strings.HasSuffix(name, "さん") != people.MatchString(key) {
			return name
		}
	}
	return ""
}

// TestNamesAreSaidOneWay: a person beside the game is {name}さん, a player in it {name}.
func TestNamesAreSaidOneWay(t *testing.T) {
	t.Parallel()
	eachText(t, "ja", func(key, text string) {
		if bad := politeFault(key, text); bad != "" {
			t.Errorf("%s: %s in %q", key, bad, text)
		}
	})
	for _, c := range [][2]string{{"away.back", "{name}が戻りました。"}, {"act.out.other", "{name}さんは降ります。"}, {"sure.same", "{name}さんと{other}は同じ人ですか。"}} {
		if politeFault(c[0], c[1]) == "" {
			t.Errorf("%s: %q passes", c[0], c[1])
		}
	}
}

// TestEachPlaceHasItsWords: what is printed for a place has that place's spelling, cards and people.
func TestEachPlaceHasItsWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ files, bad, planted string }{
		{"*.de-CH.*", `[ß„“]`, "draußen"},
		{"*.de-AT.*", `[«»]|\b(?:Beat|Chregu)\b`, "Beat gibt."},
		{"*.de-DE.*", `[«»]|\b(?:Beat|Chregu|Schaufel|Treff|Fr\.)`, "Fr. 0.20"},
		{"kratzen.de-*", `\bAss`, "Trumpf-Ass"}, {"zwicken.de-*", `\bAss`, "das Ass"}, // their deck has sows
		{"told-kratzen.de-*", `\bAss`, "Herz-Ass"}, {"told-zwicken.de-*", `\bAss`, "Ass"},
		{"*[^t].en.*", `linde`, "blinde Blinde"}, {"*[^t].ja.*", `linde`, "Blinde"}, // but in Ramset, whose players call the spare hand so
	} {
		bad := regexp.MustCompile(c.bad)
		if !bad.MatchString(c.planted) {
			t.Errorf("%s: %q passes", c.files, c.planted)
		}
		eachGolden(t, c.files, func(name, text string) {
			if found := bad.FindString(text); found != "" {
				t.Errorf("%s: %q", name, found)
			}
		})
	}
}

// quotes are the quotation marks that no text of a language has. What somebody types keeps its straight ones.
var quotes = map[string]manner{
	"en": {bad: regexp.MustCompile(`["„«»‹›「」『』’]`), known: typed},
	"de": {bad: regexp.MustCompile(`["”«»‹›「」『』’]`), known: typed},
	"ja": {bad: regexp.MustCompile(`["“”„«»‹›]`), known: typed},
	// as Switzerland, Austria and Germany read them
	"de-CH": {bad: regexp.MustCompile(`["„“”「」『』]`), known: typed},
	"de-AT": {bad: regexp.MustCompile(`["”«»‹›「」『』]`), known: typed},
	"de-DE": {bad: regexp.MustCompile(`["”«»‹›「」『』]`), known: typed},
}

// typed is what is typed or written to a file: preset = "chratze", --hand "As Kh 9d", "".
var typed = regexp.MustCompile(`= "[a-z]+"|"(?:[AKQJT2-9][cshd] ?)+"|""`)

// otherWords are words for which a language has another one, in the texts for people: evening (session is what programs
// count), declare (a table, a link or a secret is opened), decision.
var otherWords = []struct {
	lang     string
	subjects *regexp.Regexp // of keys where the word means something else, or is the term
	bad      *regexp.Regexp
	planted  string
}{
	{"en", regexp.MustCompile(`^(?:term|cmd\.sim|sim|arena)\.`), regexp.MustCompile(`(?i)\bsessions?\b`), "The session is over."},
	{"de", regexp.MustCompile(`^term\.`), regexp.MustCompile(`\bSitzung|\bSession`), "Die Sitzung ist vorbei."},
	{"ja", regexp.MustCompile(`^(?:term|kasse|cli\.kasse|cmd\.kasse)\.`), regexp.MustCompile(`(?:^|[この次、。])会(?:を|の|が|は|に)`), "会を終える"},
	{"en", regexp.MustCompile(`^(?:proof|verify|door|tui\.help|tui\.dead)\.`), regexp.MustCompile(`(?i)\b(?:nobody|somebody|anybody|everybody|bot|player|first to) open(?:s|ed)?\b|\bopener\b|\bwithout (?:anybody )?opening\b|\bopening round\b`), "Nobody opened."},
	{"de", regexp.MustCompile(`^term\.`), regexp.MustCompile(`(?:[Nn]iemand|[Jj]emand|[Ww]er zuerst|hat) eröffnet|\bEröffnet auch|\bEröffnung`), "Niemand eröffnet."},
	{"en", regexp.MustCompile(`^term\.`), regexp.MustCompile(`(?i)\bact, action\b|\bjudge?ments?\b`), "38 judgements"},
	{"ja", regexp.MustCompile(`^term\.`), regexp.MustCompile(`決定|行動`), "この決定"},
}

// TestOneWordForAThing: the catalogues have one word for an evening, for declaring, and for a decision.
func TestOneWordForAThing(t *testing.T) {
	t.Parallel()
	for _, c := range otherWords {
		if !c.bad.MatchString(c.planted) {
			t.Errorf("%s: %q passes", c.lang, c.planted)
		}
		eachText(t, c.lang, func(key, text string) {
			if bad := c.bad.FindString(text); bad != "" && !c.subjects.MatchString(key) {
				t.Errorf("%s: %s: %q in %q", c.lang, key, bad, text)
			}
		})
	}
}

// TestQuotationMarks: every language has its own: “ ” in English, „ “ in German, which Switzerland reads as « », and 「 」 in Japanese.
func TestQuotationMarks(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de", "ja", "de-CH", "de-AT", "de-DE"} {
		eachText(t, lang, func(key, text string) {
			if bad := quotes[lang].fault(text); bad != "" {
				t.Errorf("%s: %s has %s: %q", lang, key, bad, text)
			}
		})
	}
	all := New()
	for _, lang := range []string{"de-CH", "de-AT", "de-DE"} {
		if text := all.For(lang).T("ask.open", Args{"call": "weg"}); quotes[lang].fault(text) != "" {
			t.Errorf("%s reads %q", lang, text)
		}
	}
	if quotes["en"].fault("It isn’t yours.") == "" {
		t.Error("both apostrophes pass")
	}
	for lang, text := range map[string]string{"en": `You say "weg".`, "de": `Du sagst «weg».`, "ja": `"weg"と言う`, "de-CH": "Du sagst „weg“.", "de-AT": "Du sagst «weg».", "de-DE": "Du sagst «weg»."} {
		if quotes[lang].fault(text) == "" {
			t.Errorf("%s: %q passes", lang, text)
		}
	}
}

// oneMoney reports whether a text takes for granted that everybody plays for Rappen, or for francs.
func oneMoney(text string) bool {
	named := strings.Contains(text, "Rappen") || strings.Contains(text, "ラッペン") || strings.Contains(text, "Fr. ")
	return named && !strings.Contains(text, "Yen") && !strings.Contains(text, "yen") && !strings.Contains(text, "円")
}

// TestNoTextTakesTheMoneyForGranted: a table plays for francs, euros, yen or points; only the texts that name the money
// of a table name one alone.
func TestNoTextTakesTheMoneyForGranted(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "de", "de-AT", "ja"} {
		eachText(t, lang, func(key, text string) {
			if oneMoney(text) && !strings.HasPrefix(key, "money.") && !strings.HasPrefix(key, "start.") {
				t.Errorf("%s: %s: %q", lang, key, text)
			}
		})
	}
	for text, want := range map[string]bool{"The pot in Rappen": true, "ラッペンで": true, "in Rappen, cents, yen or points": false, "ラッペン、円": false} {
		if oneMoney(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
