package httpd

import (
	"slices"
	"testing"
)

func TestTwoPersonsAndTwoBotsPlayASitting(t *testing.T) {
	t.Parallel()
	s := openNew(t, nil)
	_, anna, beat := s.couple()
	anna.send(`{"t":"start","id":1}`)
	done := make(chan struct{})
	go func() {
		defer close(done)
		beat.playUntil(func() bool { return beat.state.Info.Stage == "over" })
	}()
	last := false
	anna.playUntil(func() bool {
		if anna.hand() == 20 && !last {
			last = true
			anna.send(`{"t":"last"}`)
		}
		return anna.state.Info.Stage == "over"
	})
	<-done
	if anna.hand() < 20 || anna.hand() != beat.hand() || len(anna.refused)+len(beat.refused) > 0 {
		t.Errorf("hands %d and %d, refused %v and %v", anna.hand(), beat.hand(), anna.refused, beat.refused)
	}
	names := []string{}
	for _, c := range beat.state.Info.Chairs {
		names = append(names, c.Name)
	}
	if !slices.Equal(names[:2], []string{"Anna", "Beat"}) {
		t.Errorf("there sit %q", names)
	}
}
