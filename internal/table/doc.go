// Package table is a session at a table as a pure machine: people and bots on chairs, hands,
// accounts, clocks. It knows no network, no store and no clock of its own: the
// time and randomness come in as parameters.
//
// Step is the one door. It takes a Command, checks it, makes a Record of it, applies the
// record, and returns a Ready. Tick does what is due at a time. Present and Prove note
// connections, which are not recorded. A driver then does the following, in this order:
//
//  1. It appends Ready.Append to the log, durably and all or nothing. If that fails it discards
//     the table and reads it again: what was not appended has not happened.
//  2. Only then it sends every connection its News.
//  3. It gives each of Ready.Asks to a bot, whose answer comes back as a Command (DoAct).
//  4. It calls Tick at Ready.Wake.
//
// Replay reads a table by applying its records in order. They are checked by the same function,
// and applied by the same code, as when they were made. After Replay a driver calls Restarted,
// then Present for each connection, and does what the resulting Ready says. The example Step is
// a driver of one table with its log in a file.
//
// Package rams plays the hand. A rams.Record has what each seat may know of it.
//
// Chairs are places at the table, 0 … Chairs-1 in turn order. A chair may be free. The chairs
// that are taken when a hand begins are its seats, in the same order.
//
// Read command.go and step.go first (what can be done), then check.go (when), apply.go (what
// it changes), ready.go and info.go (what has to happen, and what everybody is told). The settings of
// a table and their limits are in config.go, how long people are waited for in nexthand.go, standin.go,
// trumpsix.go and undo.go, the codes of refusals in refused.go.
package table
