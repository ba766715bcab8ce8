// Package docs holds the documents that the server hands out, where they stand.
package docs

import "embed"

// Files holds the documents that the server hands out.
//
//go:embed protocol.md openapi.yaml fairness.md fair-protocol.md rules.md
var Files embed.FS
