// Package table is a session at a table as a pure machine: people and bots on chairs, hands,
// accounts, clocks. It knows no network, no store and no clock of its own: the
// time and randomness come in as parameters.
//
// There is one door. Step takes a Command, checks it, makes a Record of it, applies
// the record, and answers with a Ready. Tick does what time alone brings, Present and Prove
// note connections, which no record tells of. A driver then does, in this order:
//
//  1. It appends Ready.Append to the log, durably and all or nothing. If that fails it throws
//     the table away and reads it again: what was not appended has not happened.
//  2. Only then it tells every connection its News.
//  3. It gives each of Ready.Asks to a bot, whose answer comes back as a Command (DoAct).
//  4. It calls Tick at Ready.Wake.
//
// A table is read again by applying its records in order (Replay): they are checked by the same
// function and applied by the same code as when they were made. After Replay a driver calls
// Restarted, then Present for each connection, and does what its Ready says: the question to a bot
// comes once. The example Step is a driver of one table with its log in a file.
//
// What happens inside a hand is the kernel's business (package rams); what a seat
// may know of it is what rams.Record tells that seat.
//
// Chairs are places at the table, 0 … Chairs-1 in turn order. A hand is played by
// the chairs that are taken when it begins; their order gives the seats of the
// hand, so that a table may have a free chair.
//
// Read command.go and step.go first (what can be done), then check.go (when), apply.go (what
// it changes), ready.go and info.go (what has to happen, and what everybody is told).
package table
