// Package local plays a session of one person with bots on this machine. A Session is
// the server's machine (package table) with a driver of its own: its log is a file, and
// the bots answer at once.
//
//	s, err := local.Create(data, plan, look, 0)
//	err = s.Begin()
//	err = s.Act(s.View().Legal[0])
//
// A session has a directory of its own, data/sittings/1 and so on:
//
//	records.jsonl  the table's records, a line each, and notes on how the session is shown
//	hands.jsonl    the settled hands, rams-hand/1
//	lock           held by the process that plays it
//
// A decision, and all that follows from it up to the next one, is appended to
// records.jsonl and synced before a method returns. So the process can be killed at any
// moment, and nothing that was shown is lost.
//
// The files: session.go (what can be done), log.go (the disk).
package local
