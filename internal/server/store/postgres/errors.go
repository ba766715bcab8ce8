package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"chratze/internal/server/store"
)

// codes are the kinds of errors by what PostgreSQL calls them, or by the class that the
// first two characters are.
var codes = map[string]store.Code{
	"23505": store.ErrStale,    // unique_violation; of a code see fault
	"25006": store.ErrReadOnly, // read_only_sql_transaction
	"42501": store.ErrReadOnly, // insufficient_privilege
	"53100": store.ErrFull,     // disk_full
	"53":    store.ErrAway,     // insufficient_resources, such as too_many_connections
	"55P03": store.ErrLocked,   // lock_not_available
	"XX001": store.ErrDamaged,  // data_corrupted
	"XX002": store.ErrDamaged,  // index_corrupted
	"42":    store.ErrDamaged,  // our statements are right, so the schema isn't
	"22":    store.ErrDamaged,  // data_exception
	"3D000": store.ErrDenied,   // invalid_catalog_name: there is no such database
	"3F000": store.ErrMissing,  // invalid_schema_name
	"28":    store.ErrDenied,   // invalid_authorization_specification
	"57":    store.ErrAway,     // operator_intervention: it is stopping, or starting
	"08":    store.ErrAway,     // connection_exception
}

// notNull is the code of a row without a value that it has to have.
const notNull = "23502"

// fault makes a *store.Error of what PostgreSQL, or the way to it, says.
func fault(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*store.Error](err); known {
		return err
	}
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok { // the connection could not be made, or is gone
		return &store.Error{Code: store.ErrAway, Path: path, Err: err}
	}
	code, ok := codes[said.Code]
	if !ok && len(said.Code) == 5 {
		code, ok = codes[said.Code[:2]]
	}
	if !ok {
		code = store.ErrFailed
	}
	if said.ConstraintName == "tables_code_key" {
		code = store.ErrTaken
	}
	return &store.Error{Code: code, Path: path, What: said.Error(), Err: err}
}

// broken reports whether the connection is gone, so that nobody knows whether what was
// asked for was done. An ERROR of the server is an answer: it was not.
func broken(err error) bool {
	if err == nil {
		return false
	}
	if _, known := errors.AsType[*store.Error](err); known || errors.Is(err, pgx.ErrNoRows) {
		return false
	}
	said, ok := errors.AsType[*pgconn.PgError](err)
	return !ok || said.SeverityUnlocalized != "ERROR"
}

func (r *Reader) fail(err error) error {
	if err != nil && r.closed.Load() {
		return &store.Error{Code: store.ErrClosed, Path: r.path}
	}
	return fault(r.path, err)
}

// readFault is fail for what was read for somebody who may have given up.
func (r *Reader) readFault(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return r.fail(err)
}
