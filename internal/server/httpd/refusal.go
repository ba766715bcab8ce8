package httpd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
)

// notJSON says in a sentence why a body isn't the JSON that is expected, without the names of our types.
func notJSON(err error) string {
	if bad, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		what := "the body"
		if bad.Field != "" {
			what = strings.TrimPrefix(bad.Field, "Config.") // which is embedded
		}
		found, _, _ := strings.Cut(bad.Value, " ") // a number is repeated
		return fmt.Sprintf("%s must be %s, and it is %s", what, kindOf(bad.Type), map[string]string{
			"array": "a list", "bool": "true or false", "number": "another number", "object": "an object", "string": "a text",
		}[found])
	}
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("the body is not JSON: at byte %d, %s", bad.Offset, bad)
	}
	if errors.Is(err, io.EOF) {
		return "the body is empty"
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the body ends before its JSON does"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// kindOf describes what JSON a type is read from.
func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Pointer:
		return kindOf(t.Elem())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0"
	default:
		return "a whole number"
	}
}

// noCall answers a request below /api/ that no route takes: the address takes other methods, or there is nothing.
func (s *Server) noCall(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if _, pattern := s.mux.Handler(&http.Request{Method: method, Host: r.Host, URL: r.URL}); pattern != "" && pattern != "GET /" {
			allowed = append(allowed, method)
		}
	}
	if allowed == nil {
		fail(w, http.StatusNotFound, "address", "no such address: see docs/openapi.yaml")
		return
	}
	list := strings.Join(allowed, ", ")
	w.Header().Set("Allow", list)
	fail(w, http.StatusMethodNotAllowed, "method", "this address takes "+list)
}
