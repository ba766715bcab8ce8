package bot

import (
	"context"
	"strings"

	"chratze/rams"
)

// together is a bot put together of two: one calls and exchanges, the other plays the cards.
type together struct{ calls, cards Bot }

// apart reads the name of such a bot, "best:60+random".
func apart(text string, read func(path string) ([]byte, error)) (calls, cards Spec, ok bool) {
	at := strings.LastIndex(text, "+")
	if at < 0 {
		return calls, cards, false
	}
	cards, err := Load(text[at+1:], read)
	if err != nil {
		return calls, cards, false // the path of a file may have a plus, too
	}
	calls, err = Load(text[:at], read)
	return calls, cards, err == nil
}

func (b together) of(v *rams.View) Bot {
	if v.Phase == rams.PhasePlay {
		return b.cards
	}
	return b.calls
}

// Act implements Bot.
func (b together) Act(v *rams.View) rams.Action { return b.of(v).Act(v) }

// ActContext implements Thinker.
func (b together) ActContext(ctx context.Context, v *rams.View) rams.Action {
	return Act(ctx, b.of(v), v)
}

// Watch implements Watcher.
func (b together) Watch(v *rams.View) {
	Watch(b.calls, v)
	Watch(b.cards, v)
}
