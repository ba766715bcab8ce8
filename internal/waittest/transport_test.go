package waittest

import (
	"net/http"
	"testing"
)

// TestTransportLasts: a server that closes doesn't close the connections of others.
func TestTransportLasts(t *testing.T) {
	t.Parallel()
	if _, closes := http.DefaultTransport.(interface{ CloseIdleConnections() }); closes {
		t.Error("httptest.Server.Close closes the connections of all servers")
	}
}
