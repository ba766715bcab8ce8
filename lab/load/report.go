package load

import (
	"bufio"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"

	"chratze/internal/locale"
)

// Report is the result of a measurement, as in --json.
type Report struct {
	Tables       int              `json:"tables"`
	Seats        int              `json:"seats"`
	PaceMs       int64            `json:"pace_ms"`
	DurationS    float64          `json:"duration_s"`
	OpenS        float64          `json:"open_s"` // time to make the tables
	Moves        int64            `json:"moves"`
	MovesPerS    float64          `json:"moves_per_s"`
	LatencyMs    Latency          `json:"latency_ms"` // from sending a move until all seats have it
	BytesPerMove float64          `json:"bytes_per_move"`
	Server       *ServerUsage     `json:"server,omitempty"`
	LoadCores    float64          `json:"load_cores"` // CPU of the load generator itself
	Faults       map[string]int64 `json:"faults"`
	Outages      []Outage         `json:"outages,omitempty"`
}

// Latency is a distribution in milliseconds.
type Latency struct {
	Samples int     `json:"samples"`
	P50     float64 `json:"p50"`
	P99     float64 `json:"p99"`
	Max     float64 `json:"max"`
}

// ServerUsage is what the server used.
type ServerUsage struct {
	CPUPerMoveUs float64 `json:"cpu_us_per_move"`
	Cores        float64 `json:"cores"`
	RSSMB        float64 `json:"rss_mb"`
}

// stuckAfter is how long a table may stand still.
const stuckAfter = 20 * time.Second

// What a Report can count as faults. These names, and all that a load says, are in English only:
// they are for people who run servers.
const (
	FaultAway      = "seats not at their tables at the end" // they did not come back, or never came
	FaultStuck     = "stuck tables"
	FaultLost      = "lost connections"
	FaultMessage   = "unreadable messages"
	FaultRefused   = "refused: " // and the code
	FaultHands     = "hands lost"
	FaultActs      = "acts lost"
	FaultDifferent = "told differently" // two seats of a table
)

func (l *loader) report(opened time.Duration, before, after usage) *Report {
	r := &Report{
		Tables: l.Tables, Seats: l.Seats, PaceMs: l.Pace.Milliseconds(), DurationS: l.Duration.Seconds(), OpenS: opened.Seconds(),
		Faults: map[string]int64{}, Outages: l.outages,
	}
	if away := l.Seats*l.Tables - l.here; away > 0 {
		r.Faults[FaultAway] = int64(away)
	}
	var lat []time.Duration
	for _, t := range l.all {
		t.mu.Lock()
		lat = append(lat, t.lat...)
		for what, n := range t.faults {
			r.Faults[what] += n
		}
		if still := time.Since(t.sent.at); t.sent.at.IsZero() || still > stuckAfter+l.Pace {
			r.Faults[FaultStuck]++
		}
		t.mu.Unlock()
	}
	r.Moves = after.moves - before.moves
	seconds, moves := l.Duration.Seconds(), float64(max(1, r.Moves))
	r.MovesPerS = float64(r.Moves) / seconds
	r.BytesPerMove = float64(after.bytes-before.bytes) / moves
	r.LoadCores = (after.self - before.self).Seconds() / seconds
	if cpu := after.server - before.server; before.known && after.known && cpu >= 0 { // otherwise it is another process
		r.Server = &ServerUsage{float64(cpu.Microseconds()) / moves, cpu.Seconds() / seconds, float64(after.rss) / 1e6}
	}
	r.LatencyMs = latencies(lat)
	return r
}

func latencies(lat []time.Duration) Latency {
	if len(lat) == 0 {
		return Latency{}
	}
	slices.Sort(lat)
	at := func(p float64) float64 {
		return float64(lat[int(p*float64(len(lat)-1))].Microseconds()) / 1000
	}
	return Latency{len(lat), at(0.5), at(0.99), at(1)}
}

// Text implements report.Report. It is for developers, in English.
func (r *Report) Text(*locale.Printer) string {
	var b strings.Builder
	pace := "saturated"
	if r.PaceMs > 0 {
		pace = fmt.Sprintf("a move every %v", time.Duration(r.PaceMs)*time.Millisecond)
	}
	fmt.Fprintf(&b, "%d tables of %d, %s, %.0f s\n", r.Tables, r.Seats, pace, r.DurationS)
	fmt.Fprintf(&b, "moves         %.0f a second\n", r.MovesPerS)
	fmt.Fprintf(&b, "latency       p50 %.2f  p99 %.2f  max %.1f ms\n", r.LatencyMs.P50, r.LatencyMs.P99, r.LatencyMs.Max)
	fmt.Fprintf(&b, "bytes         %.0f a move, all seats together\n", r.BytesPerMove)
	if s := r.Server; s != nil {
		fmt.Fprintf(&b, "server        %.0f us of CPU a move (%.2f cores), %.0f MB\n", s.CPUPerMoveUs, s.Cores, s.RSSMB)
	}
	fmt.Fprintf(&b, "load          %.2f cores\n", r.LoadCores)
	for _, o := range r.Outages {
		fmt.Fprintf(&b, "outage        first seat back %s, 99 of 100 %s, all %s\n", o.after(o.FirstBack), o.after(o.P99Back), o.after(o.AllBack))
	}
	if len(r.Faults) == 0 {
		b.WriteString("faults        none\n")
	}
	for _, what := range slices.Sorted(maps.Keys(r.Faults)) {
		fmt.Fprintf(&b, "faults        %s: %d\n", what, r.Faults[what])
	}
	return b.String()
}

// after returns how long after the start of the outage something happened, as text.
func (o *Outage) after(when int64) string {
	if when == 0 {
		return "never"
	}
	return fmt.Sprintf("after %d ms", when-o.Lost)
}

// processUsage returns the CPU time and memory of a process of this machine, if there is a
// /proc.
func processUsage(pid int) (cpu time.Duration, rss int64, err error) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0, 0, err
	}
	stat, err := p.Stat()
	return time.Duration(stat.CPUTime() * float64(time.Second)), int64(stat.ResidentMemory()), err
}

// metricsUsage reads the same from the server's /metrics.
func metricsUsage(url string) (cpu time.Duration, rss int64, err error) {
	answer, err := http.Get(url + "/metrics")
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	found := 0
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		v, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
		case name == "process_cpu_seconds_total":
			cpu = time.Duration(v * float64(time.Second))
			found++
		case name == "process_resident_memory_bytes":
			rss = int64(v)
			found++
		}
	}
	if found < 2 {
		return 0, 0, errNoUsage
	}
	return cpu, rss, lines.Err()
}

// ownCPU returns the CPU time of this process, or 0 if that isn't available.
func ownCPU() time.Duration {
	cpu, _, _ := processUsage(os.Getpid())
	return cpu
}
