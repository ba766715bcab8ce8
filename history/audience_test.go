package history_test

import (
	"fmt"
	"testing"

	"chratze/history"
	"chratze/rams"
)

// TestAudienceOfNoSeat: an audience that is no seat never becomes the one that sees all cards.
func TestAudienceOfNoSeat(t *testing.T) {
	t.Parallel()
	var zero history.Audience
	if zero != history.Public || history.SeatView(rams.Nobody) != history.Public {
		t.Errorf("the zero audience is %d and that of no seat %d: want Public", zero, history.SeatView(rams.Nobody))
	}
	for _, seat := range []rams.Seat{rams.Nature, -3, rams.MaxSeats, 126, 127, -128} {
		func() {
			defer func() {
				if why := fmt.Sprint(recover()); why != fmt.Sprintf("history: SeatView of seat %d", seat) {
					t.Errorf("SeatView(%d): %s", seat, why)
				}
			}()
			t.Errorf("SeatView(%d) is audience %d", seat, history.SeatView(seat))
		}()
	}
}
