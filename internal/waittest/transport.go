package waittest

import "net/http"

// A test server that closes (net/http/httptest) also closes the idle connections of http.DefaultTransport, with those to
// the servers of parallel tests, on which a request may just begin: it then fails with "CloseIdleConnections called". So
// the default transport of tests has no such method.
func init() { http.DefaultTransport = lasting{http.DefaultTransport} }

type lasting struct{ http.RoundTripper }
