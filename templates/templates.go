// Package templates holds bots to start your own from, one file each and without
// dependencies: docs/writing-a-bot.md. They are under 0BSD, so a copy carries no
// notice.
package templates

import _ "embed"

// Go is a bot in Go: gobot/main.go.
//
//go:embed gobot/main.go
var Go []byte

// Python is a bot in Python: pythonbot/bot.py.
//
//go:embed pythonbot/bot.py
var Python []byte
