package locale

import "chratze/rams"

// Act returns an act as it is said at the table, with its cards: metcho, Rosen Ass.
func (w *Words) Act(a rams.Action) string {
	switch {
	case a.Kind == rams.Play:
		return w.Set(a.Cards)
	case a.Cards != 0:
		return w.T("learn.act.cards", Args{"call": w.Call(a.Kind), "cards": w.Set(a.Cards)})
	case a.Kind == rams.Lay:
		return w.T("learn.act.none", nil)
	}
	return w.Call(a.Kind)
}
