package httpd

import (
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"chratze/internal/table/host"
)

// Metrics counts what the server does, for /metrics. It has no tables and no people in it.
type Metrics struct {
	registry *prometheus.Registry
	open     atomic.Int64 // WebSockets
	received atomic.Int64 // messages
	sent     atomic.Int64
	bytes    atomic.Int64
	slow     atomic.Int64
	records  atomic.Int64
	stale    atomic.Int64
	late     atomic.Int64
	panics   atomic.Int64
	made     atomic.Int64
	joined   atomic.Int64
	faults   atomic.Int64 // faults of programs at tables
	ends     atomic.Int64 // of the first certificate, in Unix seconds; 0: none

	refusedSockets atomic.Int64 // connections closed because a limit was reached
	batch, entries prometheus.Histogram
	acted          prometheus.Histogram
	limited        *prometheus.CounterVec
	requests       *prometheus.CounterVec
}

// NewMetrics returns metrics in their own registry.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "chratze_connections", Help: "Open WebSockets."},
		func() float64 { return float64(m.open.Load()) }))
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "chratze_certificate_end_seconds", Help: "When the first certificate ends, in Unix time; 0: there is none."},
		func() float64 { return float64(m.ends.Load()) }))
	for _, c := range []struct {
		name, help string
		n          *atomic.Int64
	}{
		{"messages_received", "Messages from clients.", &m.received},
		{"messages_sent", "Messages to clients.", &m.sent},
		{"bytes_sent", "Bytes of messages to clients, without frames.", &m.bytes},
		{"slow_readers", "Connections cut off because they read too slowly.", &m.slow},
		{"records", "Records written to the log.", &m.records},
		{"late_bots", "Bots that took longer than they may; the rule of thumb has played.", &m.late},
		{"stale_bot_answers", "Answers of bots that came too late.", &m.stale},
		{"program_faults", "Questions that a program at a table didn't answer well.", &m.faults},
		{"sockets_refused", "Connections closed because there were too many, of their address or at all.", &m.refusedSockets},
		{"panics", "Panics; each has closed one table or one request.", &m.panics},
		{"tables_made", "Tables made.", &m.made},
		{"joined", "People who sat down with a code.", &m.joined},
	} {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "chratze_" + c.name + "_total", Help: c.help},
			func() float64 { return float64(c.n.Load()) }))
	}
	m.batch = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "chratze_append_seconds", Help: "Time to write a batch of records durably.",
		Buckets: prometheus.ExponentialBuckets(0.0001, 2, 16),
	})
	m.entries = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "chratze_append_records", Help: "Records in a batch.",
		Buckets: prometheus.ExponentialBuckets(1, 2, 12),
	})
	m.acted = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "chratze_act_seconds", Help: "Time from a person's act to its acknowledgement.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
	})
	m.limited = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chratze_limited_total", Help: "What was refused because of a limit."}, []string{"limit"})
	m.requests = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "chratze_requests_total", Help: "Requests by route and status; 0: the connection was taken over."}, []string{"route", "status"})
	m.registry.MustRegister(m.batch, m.entries, m.acted, m.limited, m.requests)
	return m
}

// Built sets the version and revision of the program, as labels of a gauge that is always 1.
// Call it once.
func (m *Metrics) Built(version, revision string) {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "chratze_build_info", Help: "Which program this is; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "revision": revision, "goversion": runtime.Version()},
	})
	g.Set(1)
	m.registry.MustRegister(g)
}

// readyBy has a gauge say whether the server is ready, as /readyz does. Call it once.
func (m *Metrics) readyBy(ready func() (why string)) {
	m.Add(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "chratze_ready", Help: "Whether tables can be played, as /readyz says; 0: they can't."}, func() float64 {
		if ready() != "" {
			return 0
		}
		return 1
	}))
}

// Data is what the metrics tell of the data; below 0: it isn't known, and there is no gauge.
type Data struct{ Tables, Bytes, Free, Backup float64 }

// DataBy looks at the data, each time the metrics are read. It is a collector for Add.
type DataBy func() Data

// Describe implements prometheus.Collector: there may be no gauge.
func (DataBy) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (look DataBy) Collect(all chan<- prometheus.Metric) {
	d := look()
	for _, g := range []struct {
		name, help string
		value      float64
	}{
		{"chratze_tables", "Tables in the database that aren't closed.", d.Tables},
		{"chratze_database_bytes", "Bytes of the database.", d.Bytes},
		{"chratze_disk_free_bytes", "Free bytes where the database is.", d.Free},
		{"chratze_backup_seconds", "When chratze backup last made a backup, in Unix time; 0: never.", d.Backup},
	} {
		if g.value >= 0 {
			all <- prometheus.MustNewConstMetric(prometheus.NewDesc(g.name, g.help, nil, nil), prometheus.GaugeValue, g.value)
		}
	}
}

// CertificateEnds notes when the first certificate ends; zero: there is none.
func (m *Metrics) CertificateEnds(at time.Time) { m.ends.Store(max(0, at.Unix())) }

// Add adds what other rooms count. Call it once.
func (m *Metrics) Add(all ...prometheus.Collector) { m.registry.MustRegister(all...) }

// Measure returns the functions with which a host counts.
func (m *Metrics) Measure() host.Measure {
	return host.Measure{
		Batch: func(entries int, took time.Duration) {
			m.records.Add(int64(entries))
			m.batch.Observe(took.Seconds())
			m.entries.Observe(float64(entries))
		},
		Acted: func(took time.Duration) { m.acted.Observe(took.Seconds()) },
		Panic: func() { m.panics.Add(1) },
		Stale: func() { m.stale.Add(1) },
		Late:  func() { m.late.Add(1) },
	}
}

// Handler answers /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
