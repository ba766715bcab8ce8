package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// Seat is an assigned chair.
type Seat struct {
	Table  string `json:"table"`
	Chair  int    `json:"chair"`
	Secret string `json:"secret"`
	Link   string `json:"link"`
	Code   string `json:"code"`
	Invite string `json:"invite"`

	// Server is the name of the server that has its table, from the cookie of that name. It is
	// empty if there is only one.
	Server string `json:"-"`
}

// Make makes a table. Its settings are those of docs/openapi.yaml. The error is a *StatusError
// if the server refuses.
func Make(ctx context.Context, server string, header http.Header, table any) (Seat, error) {
	return post(ctx, server+"/api/tables", header, table)
}

// Join takes a free chair of the table with a code.
func Join(ctx context.Context, server string, header http.Header, code, name string) (Seat, error) {
	return post(ctx, server+"/api/join", header, map[string]string{"code": code, "name": name})
}

func post(ctx context.Context, url string, header http.Header, body any) (seat Seat, err error) {
	b, err := json.Marshal(body)
	if err != nil {
		return seat, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(b))
	if err != nil {
		return seat, err
	}
	for k, v := range header {
		r.Header[k] = v
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return seat, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<16))
	if err != nil {
		return seat, err
	}
	if answer.StatusCode/100 != 2 {
		return seat, &StatusError{answer.StatusCode, strings.TrimSpace(string(text))}
	}
	seat.Server = serverOf(answer)
	return seat, json.Unmarshal(text, &seat)
}

// serverOf returns the name of the server that has a table, from an answer about it.
func serverOf(answer *http.Response) string {
	for _, cookie := range answer.Cookies() {
		if cookie.Name == "server" {
			return cookie.Value
		}
	}
	return ""
}
