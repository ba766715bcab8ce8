package cluster

import "github.com/prometheus/client_golang/prometheus"

// Metrics returns what this server does as one of several.
func (h *Hops) Metrics() (all []prometheus.Collector) {
	for _, g := range []struct {
		name, help string
		n          func() float64
	}{
		{"members", "Servers that share the tables.", func() float64 { return float64(h.node.Stats().Members) }},
		{"leases", "Tables and cash desks that this server owns.", func() float64 { return float64(h.node.Stats().Leases) }},
		{"hops", "Open WebSockets that are passed on to another server.", func() float64 { return float64(h.Stats().Open) }},
	} {
		all = append(all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "chratze_node_" + g.name, Help: g.help}, g.n))
	}
	for _, c := range []struct {
		name, help string
		n          func() float64
	}{
		{"takeovers", "Tables and cash desks that this server has claimed.", func() float64 { return float64(h.node.Stats().Takeovers) }},
		{"expelled", "Servers that this one has taken for dead.", func() float64 { return float64(h.node.Stats().Expelled) }},
		{"lapses", "How often this server couldn't say in time that it lives.", func() float64 { return float64(h.node.Stats().Lapses) }},
		{"passed", "Requests passed on to another server.", func() float64 { return float64(h.Stats().Passed) }},
		{"pass_failures", "Requests that couldn't be passed on.", func() float64 { return float64(h.Stats().Failed) }},
	} {
		all = append(all, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "chratze_node_" + c.name + "_total", Help: c.help}, c.n))
	}
	return all
}
