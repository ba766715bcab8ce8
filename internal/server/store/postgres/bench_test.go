package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"chratze/internal/server/store"
	"chratze/internal/server/store/postgres/pgtest"
	"chratze/internal/server/store/storetest"
)

// BenchmarkAppend compares batches of 100 records of 100 tables with a bare loop that writes
// the same rows behind the same fence. Every commit is synced.
func BenchmarkAppend(b *testing.B) {
	const tables = 100
	server := pgtest.New(b, "fsync=on", "shared_buffers=128MB")
	body := make([]byte, 100)
	of := func(b *testing.B, m *Membership) {
		s := opened(b, pgtest.NewSchema(b, server.URL), Options{Member: m})
		for range tables {
			storetest.MustCreate(b, s, "")
		}
		batch := make([]store.Entry, tables)
		for n := uint64(0); b.Loop(); n++ {
			for i := range batch {
				batch[i] = store.Entry{Table: int64(i + 1), Seq: n, Version: 1, Body: body}
			}
			storetest.MustAppend(b, s, batch...)
		}
		b.ReportMetric(float64(b.N*tables)/b.Elapsed().Seconds(), "records/s")
	}
	b.Run("store", func(b *testing.B) { of(b, nil) })
	b.Run("member", func(b *testing.B) { of(b, &Membership{Name: "a", Lease: time.Minute}) })
	b.Run("bare", func(b *testing.B) {
		ctx := context.Background()
		c, err := pgx.Connect(ctx, pgtest.NewSchema(b, server.URL))
		if err != nil {
			b.Fatal(err)
		}
		defer c.Close(ctx)
		if _, err := c.Exec(ctx, `CREATE TABLE log (tbl bigint, seq bigint, body bytea, PRIMARY KEY (tbl, seq)); CREATE TABLE fence (epoch bigint); INSERT INTO fence VALUES (1)`); err != nil {
			b.Fatal(err)
		}
		ids, seqs, bodies := make([]int64, tables), make([]int64, tables), make([][]byte, tables)
		for n := int64(0); b.Loop(); n++ {
			for i := range ids {
				ids[i], seqs[i], bodies[i] = int64(i+1), n, body
			}
			const statement = `INSERT INTO log SELECT r.* FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) r, (SELECT 1 FROM fence WHERE epoch = 1 FOR SHARE) f`
			if _, err := c.Exec(ctx, statement, ids, seqs, bodies); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N*tables)/b.Elapsed().Seconds(), "records/s")
	})
}
