package httpd

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"rsc.io/qr"
)

// qr is GET /qr/{code}: the invitation with a code, for a camera. It is drawn for
// every code that could be one, so that it tells nothing of which there are.
func (s *Server) qr(w http.ResponseWriter, r *http.Request) {
	code := ReadCode(r.PathValue("code"))
	if code == "" {
		http.NotFound(w, r)
		return
	}
	picture, err := qr.Encode(s.base(r)+"/#"+code, qr.M)
	if err != nil { // an address too long for any QR code
		http.NotFound(w, r)
		return
	}
	const quiet = 4 // modules of margin, as the standard wants
	var path strings.Builder
	for y := range picture.Size {
		for x := range picture.Size {
			if picture.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	side := picture.Size + 2*quiet
	w.Header().Set("Content-Type", kinds[".svg"])
	_, _ = io.WriteString(w, fmt.Sprintf( // an error: the client has gone
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, side, side, side, side, path.String()))
}
