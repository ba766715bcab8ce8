// Package talk carries chratze/1 (package wire) between a host of tables and one client, over
// any transport: a WebSocket (package httpd) or a port between a page and its worker (package
// practice).
//
// Messages from the client go through Hear. A Sender writes messages for the client into a
// Queue, which never blocks the host; the owner of the connection takes them from there.
package talk
