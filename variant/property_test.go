package variant_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"chratze/variant"
)

// houseRules draws a preset with some options changed at random and returns the
// variant, or false if that has no meaning.
func houseRules(t *rapid.T) (variant.Variant, bool) {
	name := rapid.SampledFrom(variant.Presets()).Draw(t, "preset")
	preset, _ := variant.Lookup(name)
	var keys []variant.KeyValue
	for _, o := range rapid.SliceOfNDistinct(rapid.SampledFrom(preset.Options()), 0, 6, func(o variant.Option) string { return o.Key }).Draw(t, "options") {
		value := ""
		if o.Kind == variant.Amount {
			value = rapid.SampledFrom([]string{"0", "1", "5", "20", "50", "1000000000000000"}).Draw(t, o.Key)
		} else {
			value = rapid.SampledFrom(o.Values).Draw(t, o.Key)
		}
		keys = append(keys, variant.KeyValue{Key: o.Key, Value: value})
	}
	v, err := variant.FromKeys(name, keys)
	return v, err == nil
}

func TestRoundTrips(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, ok := houseRules(t)
		if !ok {
			return
		}
		if back, err := variant.Parse(v.String()); err != nil || back != v {
			t.Fatalf("Parse(%q) = %q, %v", v, back, err)
		}
		if back, err := variant.FromKeys(v.Preset(), v.Keys()); err != nil || back != v {
			t.Fatalf("FromKeys(%v) = %q, %v", v.Keys(), back, err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var back variant.Variant
		if err := json.Unmarshal(text, &back); err != nil || back != v {
			t.Fatalf("%s is read as %q, %v", text, back, err)
		}
	})
}

// What a variant says of itself holds: it has a game for its least number of
// seats, an option without meaning can't be given and has its preset's value, and
// Keys are the options that differ.
func TestOptionsAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v, ok := houseRules(t)
		if !ok {
			return
		}
		least, _ := v.Seats()
		if _, err := v.Game(least); err != nil {
			t.Fatalf("%s with %d seats: %v", v, least, err)
		}
		differ := map[string]string{}
		for _, kv := range v.Keys() {
			differ[kv.Key] = kv.Value
		}
		for _, o := range v.Options() {
			same, err := v.With(variant.KeyValue{Key: o.Key, Value: o.Value})
			if o.Meaning != (err == nil) || o.Meaning && same != v {
				t.Fatalf("%s: with its own %s=%s: %q, %v, meaning %v", v, o.Key, o.Value, same, err, o.Meaning)
			}
			if _, ok := differ[o.Key]; ok != o.Changed() || !o.Meaning && o.Changed() {
				t.Fatalf("%s: option %+v, keys %v", v, o, v.Keys())
			}
		}
	})
}

func TestDiffTurnsOneIntoTheOther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, ok := houseRules(t)
		if !ok {
			return
		}
		preset, _ := variant.Lookup(a.Preset())
		differs := map[string]string{}
		for _, d := range variant.Diff(preset, a) {
			if d.A == d.B {
				t.Fatalf("%s: %+v does not differ", a, d)
			}
			differs[d.Key] = d.B
		}
		for _, kv := range a.Keys() {
			if differs[kv.Key] != kv.Value {
				t.Fatalf("%s: Diff has %q for %s", a, differs[kv.Key], kv.Key)
			}
		}
		if len(variant.Diff(a, a)) != 0 {
			t.Fatalf("%s differs from itself", a)
		}
	})
}
