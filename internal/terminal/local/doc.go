// Package local plays a session of one person with bots on this machine. A Session is the
// server's state machine (package table) with its own driver: its log is a file, and the bots
// answer at once.
//
//	s, err := local.Create(data, plan, look, 0)
//	err = s.Begin()
//	err = s.Act(s.View().Legal[0])
//
// A session has its own directory, data/sittings/1 and so on:
//
//	records.jsonl  the table's records, a line each, and notes on how the session is shown
//	hands.jsonl    the settled hands, rams-hand/1
//	lock           held by the process that plays it
//
// Before a method returns, a decision and everything that follows from it up to the next one is
// appended to records.jsonl and synced. So the process can be killed at any moment, and nothing
// that was shown is lost.
//
// The files: session.go (what can be done), log.go (the disk).
package local
