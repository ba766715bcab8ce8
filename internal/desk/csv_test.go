package desk

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"chratze/pot"
)

// table is how the tests write an evening.
func table(e *Evening) *Table {
	t := &Table{Form: ",.", Heads: strings.Split("no hand time zone kind entry dealer declarer for pot strokes lent", " "), Kinds: kindWords[:]}
	for _, st := range e.Steps() {
		t.Times = append(t.Times, st.Entry.Time+"\tUTC+01:00")
	}
	return t
}

// What stands below a person adds up to what the settlement pays, in the money of the evening; names stay names.
func TestCSV(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"a loan on credit", "kasse 1\nmoney francs credit\nseats a b c\na 2! b 2\npay b c 50.00 @2026-11-28T20:00:00Z\nend\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,a,a =,b,b =,c,c =
1,1,,UTC+01:00,hand,a 2! b 2,a,a,0.60,0.00,0.20,0.20,0.00,0.00,-0.20,-0.20
2,,2026-11-28T20:00:00Z,UTC+01:00,pay,pay b c 50.00,,,,0.00,0.00,0.20,50.00,50.00,-50.00,-50.20
3,,,UTC+01:00,end,end,,,,0.00,0.00,0.20,0.00,50.00,0.00,-50.20
`},
		{"a loan beside coins", "money euro cash\nseats a b c\na 2! b 2\npay b c 1234.50\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,a,a =,a lent,b,b =,b lent,c,c =,c lent
1,1,,UTC+01:00,hand,a 2! b 2,a,a,0.60,0.00,0.20,0.20,0.00,0.00,0.00,0.00,-0.20,-0.20,0.00
2,,,UTC+01:00,pay,pay b c 1234.50,,,,0.00,0.00,0.20,0.00,0.00,0.00,1234.50,0.00,-0.20,-1234.50
`},
		{"yen have no parts", "money yen credit\nseats a b c\na 2! b 2\nante a 50\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,a,a =,b,b =,c,c =
1,1,,UTC+01:00,hand,a 2! b 2,a,a,60,0,20,20,0,0,-20,-20
2,,,UTC+01:00,ante,ante a 50,,,,50,-50,-30,0,0,0,-20
`},
		{"dates, numbers, formulas", `seats "Mai 3" "Jan 2" "Jana 2" 12/11 "Martin 3" -1` + "\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,'Mai 3,'Mai 3 =,'Jan 2,'Jan 2 =,Jana 2,Jana 2 =,'12/11,'12/11 =,Martin 3,Martin 3 =,'-1,'-1 =
`},
		{"names from right to left", "money francs credit\nseats שרה b عمر\nשרה 2! b 2\npay b عمر 50.00\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,שרה,שרה =,b,b =,عمر,عمر =
1,1,,UTC+01:00,hand,שרה 2! b 2,שרה,שרה,0.60,0.00,0.20,0.20,0.00,0.00,-0.20,-0.20
2,,,UTC+01:00,pay,pay b عمر 50.00,,,,0.00,0.00,0.20,50.00,50.00,-50.00,-50.20
`},
		{"strokes", "race up 5\nseats a b\na 5\n", `no,hand,time,zone,kind,entry,dealer,declarer,for,pot,a,a =,a strokes,b,b =,b strokes
1,1,,UTC+01:00,hand,a 5,a,,0.00,0.00,0.00,0.00,5,0.00,0.00,0
`},
	} {
		e := read(t, tt.text)
		got := e.CSV(table(e))
		if is := strings.ReplaceAll(strings.ReplaceAll(string(got), `"`, ""), "\r", ""); is != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, is, tt.want)
		}
	}
}

// sums are what stands below each person in a table, in Rappen; nil: it can't be read.
func sums(e *Evening) []pot.Chips {
	rows, err := csv.NewReader(strings.NewReader(string(e.CSV(table(e))))).ReadAll()
	if err != nil {
		return nil
	}
	people := e.People()
	list := make([]pot.Chips, len(people))
	lends := e.head.cash
	for p, name := range people {
		col := slices.Index(rows[0], strings.Trim(string(cell(nil, name)), `"`))
		if lends {
			col = slices.Index(rows[0], strings.Trim(string(cell(nil, name+" lent")), `"`))
		}
		for _, row := range rows[1:] {
			if col < 0 {
				continue // nobody lent anything
			}
			digits, below := strings.CutPrefix(row[col], "-")
			n, ok := e.head.money.Parse(digits)
			if !ok && strings.Trim(digits, "0.") != "" {
				return nil
			}
			if below {
				n = -n
			}
			list[p] += n
		}
	}
	return list
}
