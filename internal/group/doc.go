// Package group is a group of people who play together for years, as a pure fold of a log
// (docs/group.md). The log is a list of lines of text, each one act. No line is ever changed or taken
// away: a wrong line is answered by another. Only "gone" takes a name out of earlier lines, too.
//
//	group 1
//	name "Stammtisch Rössli"
//	money francs carried
//	member 1 "Anna"
//	member 2 "Beat"
//	phone 3 is 1
//	evening 12 table 417 1=1 2=2 3="Carla"
//	evening 13 hand 2026-10-03 1 +1.20 2 -1.20
//	fix 13 1 +2.20 2 -2.20
//	next 2026-10-17T20:00+02:00 "Rössli" enough 4
//	come 1 +1 "I bring cake"
//
// A line may end with the time and the number of the phone that wrote it: @2026-10-03T19:30:00Z 3.
//
// The files: line.go (words and amounts), log.go (Log), apply.go and evening.go (what each line
// does), digest.go (the summary of an evening), enter.go (the lines that enter one), money.go (who owes what), standings.go,
// view.go (what a page is told).
package group
