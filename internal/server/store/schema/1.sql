-- Schema 1. Times are milliseconds since 1970 UTC.

PRAGMA application_id = 0x63687274; -- "chrt"

-- The directory of tables. AUTOINCREMENT: the number of a deleted table is never
-- another's, so that an old link leads nowhere.
CREATE TABLE tables (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	code    TEXT UNIQUE, -- NULL: dead
	preset  TEXT NOT NULL,
	created INTEGER NOT NULL,
	touched INTEGER NOT NULL,
	closed  INTEGER -- NULL: live
) STRICT;

CREATE INDEX live ON tables (id) WHERE closed IS NULL;

-- The logs. Clustered by table, so that one is read in one sweep.
CREATE TABLE log (
	tbl     INTEGER NOT NULL,
	seq     INTEGER NOT NULL, -- 0, 1, 2 …
	epoch   INTEGER NOT NULL, -- of the writer
	version INTEGER NOT NULL, -- of what body is written in
	at      INTEGER NOT NULL,
	sum     INTEGER NOT NULL, -- CRC-32C of all this, see sum()
	body    BLOB NOT NULL,
	PRIMARY KEY (tbl, seq)
) WITHOUT ROWID, STRICT;

CREATE TABLE settings (
	key   TEXT PRIMARY KEY,
	value BLOB NOT NULL
) WITHOUT ROWID, STRICT;

-- One row: the epoch of the last writer.
CREATE TABLE writer (
	id    INTEGER PRIMARY KEY CHECK (id = 1),
	epoch INTEGER NOT NULL
) STRICT;

INSERT INTO writer VALUES (1, 0);
