-- Schema 1. Times are milliseconds since 1970 UTC.

-- The directory of tables. Their numbers come from writer.last: that of a deleted table
-- is never another's, so that an old link leads nowhere.
CREATE TABLE tables (
	id      bigint PRIMARY KEY,
	code    text UNIQUE, -- NULL: dead
	preset  text NOT NULL,
	created bigint NOT NULL,
	touched bigint NOT NULL,
	closed  bigint -- NULL: live
);

-- The logs. There is no foreign key: it would lock a row of tables for each record.
CREATE TABLE log (
	tbl     bigint NOT NULL,
	seq     bigint NOT NULL, -- 0, 1, 2 …
	epoch   bigint NOT NULL, -- of the writer
	version bigint NOT NULL, -- of what body is written in
	at      bigint NOT NULL,
	sum     bigint NOT NULL, -- CRC-32C of all this, see store.Sum
	body    bytea NOT NULL,
	PRIMARY KEY (tbl, seq)
);

CREATE TABLE settings (
	key   text PRIMARY KEY,
	value bytea NOT NULL
);

-- One row: the last writer. Every transaction changes turn, so that it can be said of one
-- whose answer was lost whether it was done.
CREATE TABLE writer (
	sole  boolean PRIMARY KEY DEFAULT true CHECK (sole),
	epoch bigint NOT NULL,
	turn  bigint NOT NULL,
	last  bigint NOT NULL -- the highest number of a table
) WITH (fillfactor = 10);

INSERT INTO writer (epoch, turn, last) VALUES (0, 0, 0);
