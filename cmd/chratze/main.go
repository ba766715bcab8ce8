// Command chratze plays, serves, simulates and explains the trick-taking games Chratze,
// Kratzen and ten relatives. Package internal/cli has its commands.
package main

import (
	_ "golang.org/x/crypto/x509roots/fallback" // authorities, for a system that has none: a container from scratch

	"chratze/internal/cli"
)

// A release sets these, because an archive of the sources knows none of them:
// -ldflags "-X main.version=0.1.0 -X main.revision=… -X main.date=2026-11-22T08:00:00Z".
var version, revision, date string

func main() { cli.Main(version, revision, date) }
