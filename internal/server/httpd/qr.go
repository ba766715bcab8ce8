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
	w.Header().Set("Content-Location", invitation)
	drawQR(w, r, invitation)
}

// qrOfLink is POST /api/qr: a link of this server's as a QR code. The link has a secret and so is
// the body: addresses lie in the logs of proxies.
func (s *Server) qrOfLink(w http.ResponseWriter, r *http.Request) {
	const longest = 400 // bytes
	link, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longest))
	if err != nil || !strings.HasPrefix(string(link), s.invites(r)+"/") {
		fail(w, http.StatusBadRequest, "link", fmt.Sprintf("the body must be a link of this server, at most %d bytes", longest))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	drawQR(w, r, string(link))
}

// drawQR answers with the QR code of a text as SVG; 404 if the text is too long for one.
func drawQR(w http.ResponseWriter, r *http.Request, text string) {
	picture, err := qr.Encode(text, qr.M)
	if err != nil {
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
	_, _ = io.WriteString(w, fmt.Sprintf( // an error means that the client has gone
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, side, side, side, side, path.String()))
}
