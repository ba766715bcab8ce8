package fair

import "testing"

// FuzzVerify: any proof is either read or refused, and checked without a panic. Only the true
// one passes as whole.
func FuzzVerify(f *testing.F) {
	d := newDeal(sittingSecret, 2)
	f.Add(string(d.proof.Encode()))
	f.Add(`{"scheme":"chratze-fair/2","number":1,"draws":[{"draw":1,"shuffle":["x"]}],"open":["1 0 As 00"]}`)
	f.Add(`{"scheme":"chratze-fair/2","none":"practice"}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		for _, h := range []*Hand{&d.hand, &d.view, {}} {
			var e Evening
			r := Verify(p, h)
			e.Check(1, p)
			if r.Level == Whole && len(r.Faults) == 0 && p.Secret != d.proof.Secret && p.SittingSecret != sittingSecret.Hex() {
				t.Errorf("another secret passes: %s", text)
			}
		}
	})
}
