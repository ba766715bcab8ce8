// Package desk is the cash desk for people who play with real cards: an evening as
// a pure machine (docs/rules.md 2.11, 3.10, 5.8 and 6). What happened is said in lines
// of text, and the lines are all there is: they are what a phone keeps, what two
// phones send each other, and what a file holds. Everything else, the pot, the
// accounts, who deals and who pays whom, is computed from them by the kernel.
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
// A hand names who was in it, with his tricks; who isn't named was out. "!" marks
// who declared, followed by how: !blind, !double-blind, !oder, !weiter-oder. One
// number may be missing, it is what the others left; alone, and without a number,
// stands who took the pot without play. In front of a hand may stand what its cut
// showed, once for each cut (cut 7, cut A, cut AA, cut A7, cut W), and "seven"
// for a Seven Muss; behind it "lost" and whose Weli fell to the trump ace.
//
// The other entries: nobody (nobody opened, or the hand was thrown in), come, go,
// dealer NAME (who deals next), rules (from the next hand on), ante NAME AMOUNT
// (into the pot, beside the antes), pay FROM TO AMOUNT (in cash), break, last (the
// next hand is the last), end. The corrections: undo, redo, fix N: LINE, drop N,
// insert N: LINE, where N counts the entries from 1. Any line may end with
// @ and the time, which is only kept. "#" begins a comment.
//
// Amounts are whole Rappen (20), or francs with two digits behind a point (0.20).
// Names with spaces, and those that would mean something else, stand in double
// quotes.
package desk
