package coach

import (
	"encoding/json"
	"math"

	"chratze/card"
	"chratze/pot"
)

// reasonJSON is a Reason as it travels.
type reasonJSON struct {
	Code    string    `json:"code"`
	N       int       `json:"n"`
	Of      int       `json:"of"`
	Percent int       `json:"percent,omitempty"`
	Cards   string    `json:"cards,omitempty"`
	Kept    string    `json:"kept,omitempty"`
	Suit    string    `json:"suit"`
	Amount  pot.Chips `json:"amount,omitempty"`
}

// MarshalJSON returns {"code":"why.in.trumps","n":2,"of":0,"percent":71,"cards":"As 7s","suit":"s","amount":80}.
func (r Reason) MarshalJSON() ([]byte, error) {
	return json.Marshal(reasonJSON{r.Code, r.N, r.Of, r.Percent, r.Cards.String(), r.Kept.String(), r.Suit.String(), r.Amount})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Reason) UnmarshalJSON(b []byte) (err error) {
	var j reasonJSON
	if err = json.Unmarshal(b, &j); err != nil {
		return err
	}
	*r = Reason{Code: j.Code, N: j.N, Of: j.Of, Percent: j.Percent, Amount: j.Amount}
	if r.Cards, err = card.ParseSet(j.Cards); err != nil {
		return err
	}
	if r.Kept, err = card.ParseSet(j.Kept); err != nil {
		return err
	}
	r.Suit, err = card.ParseSuit(j.Suit)
	return err
}

// ActJSON is a Value as it travels, in Rappen to a tenth: {"act":"join","worth":68.8,"half":2.7,"less":0,"less_half":0,"fails":0.12}.
type ActJSON struct {
	Act      string  `json:"act"`
	Worth    float64 `json:"worth"`
	Half     float64 `json:"half"`
	Less     float64 `json:"less"`
	LessHalf float64 `json:"less_half"`
	Fails    float64 `json:"fails"`
}

// JSON returns the value as it travels.
func (v *Value) JSON() ActJSON {
	return ActJSON{v.Act.String(), tenth(v.Mean), tenth(v.Half), tenth(v.Less), tenth(v.LessHalf), math.Round(v.Fails*1000) / 1000}
}

func tenth(x float64) float64 {
	if y := math.Round(x*10) / 10; y != 0 {
		return y
	}
	return 0 // and not -0
}

// MarshalJSON returns {"acts":[…],"worlds":1024,"sure":true,"why":{…}}, the best act first.
func (h *Hint) MarshalJSON() ([]byte, error) {
	j := struct {
		Acts   []ActJSON `json:"acts"`
		Worlds int       `json:"worlds"`
		Sure   bool      `json:"sure"`
		Why    Reason    `json:"why"`
	}{Worlds: h.Worlds, Sure: h.Sure(), Why: h.Reason}
	for i := range h.Values {
		j.Acts = append(j.Acts, h.Values[i].JSON())
	}
	return json.Marshal(j)
}
