// Package desk is the cash desk for people who play with real cards: an evening as a pure state
// machine (docs/rules.md 2.11, 3.10, 5.8 and 6). An evening is a list of lines of text, which
// say what happened. A phone keeps them, phones send them to each other, and files hold them.
// Everything else is computed from them by the kernel: the pot, the accounts, who deals and who
// pays whom.
//
//	kasse 1
//	name "Stammtisch"
//	rules chratze,ante=50
//	money francs credit
//	seats anna beat carl dora dealer dora
//	anna 2! beat 1 carl 1
//	beat 1!blind carl 3 anna 0
//	nobody
//	fix 1: anna 2! beat 2 carl
//	come emil after beat
//	go carl part
//	undo
//	end
//
// A hand names everybody who was in, with their tricks; everybody else was out. "!" marks the
// declarer, followed by the contract: !blind, !double-blind, !oder, !weiter-oder. One number
// may be missing: it is the tricks that the others left. A single name without a number took
// the pot without play. A hand may begin with what its cuts showed, one for each cut (cut 7,
// cut A, cut AA, cut A7, cut W), and with "seven" for a Seven Muss. It may end with "lost" and
// the player whose Weli fell to the trump ace.
//
// The other entries: nobody (nobody opened, or the hand was abandoned), come, go, dealer NAME
// (who deals next), rules (from the next hand on), ante NAME AMOUNT (into the pot, besides the
// antes), pay FROM TO AMOUNT (in cash), break, last (the next hand is the last), end, late N NAME AMOUNT (hand N was settled
// wrongly, and the later hands stay as they were: into the pot, or below 0 out of it).
//
// A race (Ramset) has strokes instead of a pot:
//
//	kasse 2
//	money francs cash
//	race up 21 without 0.10 rule 0.50 prize 0.50 prizes sausage sausage wine
//	seats anna beat carl dora dealer dora
//	anna 3 beat 2 carl 0
//	fine dora
//
// "race" stands in the place of "rules": up to a goal, or down from a number to nothing; "back", the
// strokes that playing without a trick sets a player back; the fines for that, for breaking a
// rule and for taking a prize; and the prizes, at least one
// fewer than players. A hand names everybody who
// played, without a declarer. Those who reach the goal take the prizes in the order in which the
// hand names them, and play no more. Another "race" begins the next round. fine NAME is the fine
// for breaking a rule, fine NAME AMOUNT any other.
//
// done says that the coins and prizes asked for so far have moved; done NAME those of one person,
// done N those that the first N lines asked for. It is no entry, and undo doesn't take it back.
//
// The corrections: undo, redo, fix N: LINE, drop N, insert N: LINE, where N counts the entries
// from 1. Any line may end with @ and a time, which is stored and not interpreted. "#" begins a
// comment.
//
// Amounts are whole Rappen (20), or francs with two digits behind a point (0.20); cents and euros
// likewise. Yen are whole. Put a name in double quotes if it has spaces or would mean something
// else.
package desk
