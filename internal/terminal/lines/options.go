package lines

import (
	"strings"

	"chratze/internal/locale"
	"chratze/variant"
)

// idle replaces the value of an option without meaning.
const idle = "-"

// PresetOptions prints the options of presets: one line for each value, with those that have it.
func PresetOptions(p *locale.Printer, scr *Screen, presets []variant.Variant) error {
	var games [][]string
	for _, v := range presets {
		games = append(games, []string{v.Preset(), p.Words(v, "").Game(), p.T("start.game."+v.Preset(), nil)})
	}
	for _, game := range variant.Named() {
		games = append(games, []string{game.Name, "", game.Rules})
	}
	scr.Grid("", games, "   ")
	scr.Gap()
	scr.Line(p.T("cli.rules.presets", nil))
	scr.Gap()
	for i, o := range presets[0].Options() {
		scr.Raw(o.Key + "\n")
		var values []string
		with := map[string][]string{}
		for _, v := range presets {
			value := optionValue(v.Options()[i])
			if with[value] == nil {
				values = append(values, value)
			}
			with[value] = append(with[value], v.Preset())
		}
		for _, value := range values {
			scr.Raw("  " + value + ": " + strings.Join(with[value], ", ") + "\n")
		}
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
