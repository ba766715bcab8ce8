package rams

import (
	"testing"

	"chratze/chance"
)

func chratzeRules() Rules {
	return Rules{Auction: AuctionOpening, MinSeats: 2, MaxSeats: 7, Target: 2, JoinTarget: 1, Ante: 20, Blind: BlindUpcard, DoubleBlind: DoubleBlindBefore,
		Susi: SusiGuideline, Exchange: ExchangeFive, SixSwap: true, RoundUp: 20, Coin: 5}
}

func BenchmarkHand(b *testing.B) {
	g, err := NewGame(chratzeRules(), 4)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	r := chance.Fast(1)
	d := Deck{Source: &r}
	buf := make([]Action, 0, MaxLegal)
	start := g.FirstStart(0)
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
			s.ApplyUnchecked(legal[r.IntN(len(legal))])
		}
		start.Dealer = s.Result().Next.Dealer
	}
	b.ReportMetric(float64(n)/float64(b.N), "actions/hand")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/action")
}
