//go:build !minified

package web

import "embed"

// Minified reports whether this program was built to serve minified pages.
const Minified = false

var minified embed.FS // without the tag the sources are served
