package httpd

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestQR: the picture is that of the invitation, module by module, whether there is
// such a table or not; what can't be a code gets none.
func TestQR(t *testing.T) {
	t.Parallel()
	s := openNew(t, func(o *Options) { o.PublicURL = "https://karten.example" })
	r, body := s.get("/qr/abcd-1234", nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("the QR code is %s, %s", r.Status, r.Header.Get("Content-Type"))
	}
	if err := xml.Unmarshal([]byte(body), new(struct{})); err != nil {
		t.Error(err)
	}
	want, err := qr.Encode("https://karten.example/#ABCD1234", qr.M)
	if err != nil {
		t.Fatal(err)
	}
	black := 0
	for y := range want.Size {
		for x := range want.Size {
			if want.Black(x, y) {
				black++
			}
		}
	}
	if n := strings.Count(body, "h1v1h-1z"); n != black {
		t.Errorf("%d modules are black, want %d", n, black)
	}
	if r, _ := s.get("/qr/abcd-123u", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a picture of what is no code: %s", r.Status)
	}
}
