// Package table is a session at a table as a pure machine: people and bots on chairs, hands,
// accounts, clocks. It knows no network, no store and no clock of its own: the
// time and randomness come in as parameters.
//
// A Table changes only by records. A method such as Act checks a wish, makes a
// Record of it, applies it, and answers with a Ready: first Append must be durable,
// then the Updates may be sent, the Asks given to bots, and Tick called at Wake.
// If the append fails the table must be thrown away and read again: what was not
// appended has not happened. A table is read again by applying its records in
// order (Replay); the same code applies them live and then.
//
// What happens inside a hand is the kernel's business (package rams); what a seat
// may know of it is what rams.Record tells that seat.
//
// Chairs are places at the table, 0 … Chairs-1 in turn order. A hand is played by
// the chairs that are taken when it begins; their order gives the seats of the
// hand, so that a table may have a free chair.
package table
