// Package localetest tests what people read: it finds amounts in another money than a table's.
package localetest

import (
	"regexp"

	"chratze/internal/locale"
)

// Moneys are the kinds of money.
func Moneys() []locale.Money {
	return []locale.Money{locale.Francs, locale.Euro, locale.Yen, locale.Points, locale.Dollars}
}

// Foreign returns the first trace of another money than own in a text of any language, or "". In
// yen and points that is also an amount with hundredths.
func Foreign(own locale.Money, text string) string {
	text = innocent.ReplaceAllString(text, "")
	for m, sign := range signs {
		if found := sign.FindString(text); found != "" && m != own {
			return found
		}
	}
	if own == locale.Yen || own == locale.Points {
		return hundredths.FindString(text)
	}
	return ""
}

//lattice:table
var (
	innocent   = regexp.MustCompile(`フランス|パーセント|\d+[.,]\d+[\s\x{a0}]*(?:%|percent|Prozent|パーセント)`)
	hundredths = regexp.MustCompile(`(?:^|[^\d.,])\d+[.,]\d\d(?:$|[^\d])`)
	signs      = map[locale.Money]*regexp.Regexp{
		locale.Francs:  regexp.MustCompile(`\bFr\.|\b[Ff]rancs?\b|\bFranken\b|フラン|\bRappen\b|ラッペン`),
		locale.Euro:    regexp.MustCompile(`€|\b[Ee]uros?\b|ユーロ`),
		locale.Dollars: regexp.MustCompile(`\$|\b[Dd]ollars?\b|ドル`),
		locale.Yen:     regexp.MustCompile(`¥|\b[Yy]en\b|円`),
		locale.Points:  regexp.MustCompile(`\d[\s\x{a0}](?:points?|Punkte?)\b|\d点`),
	}
)
