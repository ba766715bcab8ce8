//go:build minified

package web

import "embed"

// Minified reports whether this program was built to serve minified pages.
const Minified = true

//go:embed minified
var minified embed.FS
