-- Schema 2: several servers at once. They are members by a row here. Every transaction of a
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
