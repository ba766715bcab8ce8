package rams

import (
	"testing"

	"chratze/card"
)

type fastRand uint64

func (r *fastRand) next() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
func (r *fastRand) n(n int) int { return int((r.next() >> 32) * uint64(n) >> 32) }
func (r *fastRand) Shuffle(c []card.Card) {
	for i := len(c) - 1; i > 0; i-- {
		j := r.n(i + 1)
		c[i], c[j] = c[j], c[i]
	}
}
func (r *fastRand) Cut(n int) int { return 1 + r.n(n-1) }

func chratzeRules() Rules {
	return Rules{Auction: Opening, MinSeats: 2, MaxSeats: 7, Target: 2, JoinTarget: 1, Ante: 20, Blind: BlindUpcard, DoubleBlind: true,
		Susi: SusiGuideline, Exchange: ExchangeFive, SixSwap: true, RoundUp: 20, Coin: 5}
}

func BenchmarkHand(b *testing.B) {
	g, err := NewGame(chratzeRules(), 4)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	r := fastRand(1)
	d := Deck{Source: &r}
	buf := make([]Action, 0, MaxLegal)
	start := g.First(0)
	n := 0
	for b.Loop() {
		s, _ := g.NewHand(start)
		for !s.Done() {
			n++
			if s.Turn() == Nature {
				s.ApplyUnchecked(d.Next(&s))
				continue
			}
			legal := s.Legal(buf[:0])
			s.ApplyUnchecked(legal[r.n(len(legal))])
		}
		start.Dealer = s.Result().Next.Dealer
	}
	b.ReportMetric(float64(n)/float64(b.N), "actions/hand")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/action")
}
