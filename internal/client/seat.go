package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
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
	return sit(ctx, server+"/api/tables", header, table)
}

// Join takes a free chair of the table with a code. With the secret of a chair that was left in the
// header, the person goes on with their account.
func Join(ctx context.Context, server string, header http.Header, code, name string) (Seat, error) {
	return sit(ctx, server+"/api/join", header, map[string]string{"code": code, "name": name})
}

func sit(ctx context.Context, url string, header http.Header, body any) (seat Seat, err error) {
	b, err := json.Marshal(body)
	if err == nil {
		seat.Server, err = call(ctx, http.MethodPost, url, header, b, &seat)
	}
	return seat, err
}

// Bearer returns the header with the secret of a chair.
func Bearer(secret string) http.Header {
	return http.Header{"Authorization": {"Bearer " + secret}}
}

// Door is what a table looks like to a person who may come back.
type Door struct {
	Left bool   `json:"left"` // they have left their chair, and may sit down again
	Code string `json:"code"` // to do so
}

// Outside returns the door of a table for a person with the secret of a chair.
func Outside(ctx context.Context, server, table, secret string) (d Door, err error) {
	_, err = call(ctx, http.MethodGet, server+"/api/seat/"+table+"/door", Bearer(secret), nil, &d)
	return d, err
}

// call makes a request and reads its answer, unless to is nil. It returns the name of the server that has the table.
func call(ctx context.Context, method, url string, header http.Header, body []byte, to any) (server string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	maps.Copy(r.Header, header)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 16*MaxMessage))
	if err != nil {
		return "", err
	}
	if answer.StatusCode/100 != 2 {
		return "", &StatusError{answer.StatusCode, strings.TrimSpace(string(text))}
	}
	if to != nil {
		err = json.Unmarshal(text, to)
	}
	return serverOf(answer), err
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
