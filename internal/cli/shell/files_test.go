package shell

import "testing"

func TestBytesText(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 45_056: "45.1 kB", 1_400_000: "1.4 MB", 2_500_000_000: "2.5 GB"} {
		if got := BytesText(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
}
