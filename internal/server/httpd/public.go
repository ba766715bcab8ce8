package httpd

import (
	"net/http"
	"strconv"

	"chratze/internal/table"
	"chratze/internal/table/host"
	"chratze/variant"
)

// PublicTables is the answer of GET /api/tables.
type PublicTables struct {
	Tables []PublicTable `json:"tables"`
}

// PublicTable is an entry of the public list. It shows nothing of the play.
type PublicTable struct {
	Table  string          `json:"table"`
	Host   string          `json:"host,omitempty"`
	Rules  variant.Variant `json:"rules"`
	Chairs int             `json:"chairs"`
	People int             `json:"people"`
	Code   string          `json:"code,omitempty"`  // while chairs are free
	Watch  bool            `json:"watch,omitempty"` // spectators are allowed
	Delay  table.Millis    `json:"delay,omitempty"` // the delay for spectators, in ms
}

// maxListed is the limit of the list.
const maxListed = 200

// publicTables is GET /api/tables, if the operator allows it.
func (s *Server) publicTables(w http.ResponseWriter, r *http.Request) {
	if !s.opt.PublicTables {
		fail(w, http.StatusNotFound, "public", "this server has no list of tables")
		return
	}
	tables, err := s.public(r.Context())
	if err != nil {
		s.refuse(w, err)
		return
	}
	answer(w, http.StatusOK, PublicTables{tables})
}

// listedOf returns tables as they are listed.
func listedOf(listed []host.Listed) []PublicTable {
	out := []PublicTable{}
	for _, t := range listed {
		out = append(out, PublicTable{
			Table: strconv.FormatInt(t.ID, 10), Host: t.Host, Rules: t.Config.Variant, Chairs: t.Config.Chairs, People: t.People,
			Code: t.Code, Watch: t.Config.Spectators, Delay: t.Config.SpectatorDelay,
		})
	}
	return out
}
