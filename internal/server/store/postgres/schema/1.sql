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

-- Several servers at once are members by a row here. Every transaction of a
-- member changes its row, so that nothing is written any more once the row is gone.
CREATE TABLE nodes (
	id      bigint PRIMARY KEY, -- of this start, from writer.epoch
	name    text NOT NULL,      -- stays the same over restarts
	address text NOT NULL,      -- where the others reach it
	epoch   bigint NOT NULL,    -- from writer.epoch; raised when its connection is made again
	turn    bigint NOT NULL,    -- of its last transaction
	conn    text NOT NULL,      -- name of its connection
	seen    bigint NOT NULL,    -- its last heartbeat, by the clock of this database
	lease   bigint NOT NULL,    -- ms after which it is taken for dead
	leaving boolean NOT NULL,
	public  bytea               -- its part of the list of tables
) WITH (fillfactor = 10);

-- Who has a table (a number above 0) or a cash desk (below 0). It is valid while the node is a
-- member. The term is from writer.epoch, and is the epoch of what the owner writes for a table.
CREATE TABLE owners (
	id   bigint PRIMARY KEY,
	node bigint NOT NULL,
	term bigint NOT NULL
);
