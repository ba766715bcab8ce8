package lines

import (
	"slices"
	"strings"

	"chratze/internal/locale"
	"chratze/variant"
)

// idle replaces the value of an option without meaning.
const idle = "-"

// PresetOptions prints presets and their options: as a table if it fits, otherwise one line for each
// value.
func PresetOptions(p *locale.Printer, scr *Screen, presets []variant.Variant) error {
	head := []string{""}
	for _, v := range presets {
		head = append(head, v.Preset())
	}
	rows := [][]string{head}
	for i, o := range presets[0].Options() {
		row := []string{o.Key}
		for _, v := range presets {
			row = append(row, optionValue(v.Options()[i]))
		}
		rows = append(rows, row)
	}
	scr.Line(p.T("cli.rules.presets", nil))
	scr.Gap()
	list := Align(rows, " ")
	widest := 0
	for _, line := range list {
		widest = max(widest, Columns(line))
	}
	if widest > scr.Width() {
		list = groupRows(rows)
	}
	for _, line := range list {
		scr.Raw(strings.TrimRight(line, " ") + "\n")
	}
	scr.Line("")
	scr.Line(p.T("cli.rules.legend", locale.Args{"idle": idle}))
	return scr.Flush()
}

// optionValue returns an option's value, marked if it is ours.
func optionValue(o variant.Option) string {
	switch {
	case !o.Meaning:
		return idle
	case o.Ours:
		return o.Value + "*"
	}
	return o.Value
}

// groupRows returns one line for each value of an option, with its presets.
func groupRows(rows [][]string) (list []string) {
	head := rows[0]
	for _, row := range rows[1:] {
		list = append(list, row[0])
		var told []string
		for _, v := range row[1:] {
			if slices.Contains(told, v) {
				continue
			}
			told = append(told, v)
			var with []string
			for i, other := range row[1:] {
				if other == v {
					with = append(with, head[i+1])
				}
			}
			list = append(list, "  "+v+": "+strings.Join(with, ", "))
		}
	}
	return list
}
