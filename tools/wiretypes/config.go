package main

// roots are the structs that the pages read or write, by package; what they are made
// of is found. One that is only for JSON, reviewJSON, is called as what it stands for.
var roots = map[string][]string{
	"chratze/internal/table/wire":   {"Hello", "Received", "Message"},
	"chratze/internal/server/httpd": {"Seat", "Door", "RuleBook", "Problem", "PublicTables", "Course", "Glossary", "GroupState", "GroupKeys", "GroupWriting", "GroupWritten", "GroupCode", "NewGroup", "NewGroupCode", "KnownGroup"},
	"chratze/internal/table/talk":   {"Reading"},
	"chratze/internal/locale":       {"Browser"},
	"chratze/internal/wording":      {"Form"},
	"chratze/internal/teach/coach":  {"Reason", "ActJSON", "reviewJSON", "Solution"},
	"chratze/internal/fair":         {"Proof", "Report", "Note"},
}

// aliases are types that say of themselves how they are written.
var aliases = map[string]string{
	"variant.Variant": "{preset: string} & Record<string, string | number>",
	"wire.Stake":      "[tricks: number, pots: number, rappen: number, strokes?: number] | 0",
}

// given are types, and fields of structs, that the pages know better than their Go
// type tells; a ? begins that of a field that may be absent, a ! that of one that is there.
var given = map[string]string{
	"json.RawMessage":      "unknown",
	"locale.Browser.Texts": "Record<string, string | Record<string, string>>",
	"talk.Reading.Hand":    "page.Line",
	"lessons.Lesson.Hello": "wire.Hello",
	"lessons.Step.News":    "wire.Received",
	"lessons.Step.Illegal": "Record<string, wire.Received>",
	"wire.Question.Stakes": "?wire.Stake[]",
	"wire.Question.Six":    "?boolean",
	"wire.Question.Due":    "?number",
	"wire.Received.Events": "!string[]", // of news, the messages that have no t
	"wire.Received.Turn":   "!number",
	"wire.Received.Hint":   "{acts: coach.Act[], worlds: number, sure: boolean, why: coach.Reason}",
	"wire.Received.Info":   "Partial<table.InfoParts>",
	"fair.Report.Faults":   "!fair.Fault[]", // the pages' own check makes them too
	"fair.Report.Level":    "'none' | 'some' | 'whole'",
}

// partial are structs of which a message has what it needs.
var partial = map[string]bool{"wire.Received": true}
