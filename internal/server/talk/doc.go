// Package talk carries chratze/1 (package wire) between a host of tables and one client,
// whatever the messages travel by: a WebSocket (package httpd) or a port between a page
// and its worker (package practice).
//
// What a client says goes through Hear. What it is told a Sender writes into a Queue,
// which never blocks the host; whoever owns the connection takes messages from there.
package talk
