package httpd

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"rsc.io/qr"
)

// qr is GET /qr/{code}: an invitation as a QR code. It is drawn for every possible code, so it
// doesn't show which codes exist. Content-Location has the invitation's address.
func (s *Server) qr(w http.ResponseWriter, r *http.Request) {
	code := ReadCode(r.PathValue("code"))
	if code == "" {
		http.NotFound(w, r)
		return
	}
	invitation := s.invites(r) + "/#" + code
	picture, err := qr.Encode(invitation, qr.M)
	if err != nil { // the address is too long for a QR code
		http.NotFound(w, r)
		return
	}
	const quiet = 4 // modules of margin, as the standard requires
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
	w.Header().Set("Content-Location", invitation)
	_, _ = io.WriteString(w, fmt.Sprintf( // an error means that the client has gone
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, side, side, side, side, path.String()))
}
