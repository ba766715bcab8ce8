// Package local plays a session of one person with bots on this machine. A Session is the
// server's state machine (package table) with its own driver: its log is a file, and the bots
// answer at once.
//
//	s, err := local.Create(data, plan, look, 0)
//	err = s.Do(table.Command{Do: table.DoNext})
//	err = s.Do(table.Command{Do: table.DoAct, Question: s.News().Question.Number, Action: s.View().Legal[0]})
//
// A session has its own directory, data/sittings/1 and so on:
//
//	session.json   its seed, how it is shown, and whether it is over
//	records.jsonl  the table's records, a line each
//	hands.jsonl    the settled hands, rams-hand/1
//	lock           held by the process that plays it
//
// Before a method returns, a decision and everything that follows from it up to the next one is
// appended to records.jsonl and synced. So the process can be killed at any moment, and nothing
// that was shown is lost.
//
// The files: session.go (what can be done), disk.go (the directory), evenings.go (the list of all).
package local
