package keyhash_test

import (
	"testing"

	"chratze/internal/keyhash"
)

// TestHash: the hashes are in logs, so they never change; only the secret itself opens.
func TestHash(t *testing.T) {
	t.Parallel()
	const want = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
	if got := keyhash.Of("secret"); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	for given, opens := range map[string]bool{"secret": true, "": false, "Secret": false, "secret ": false, want: false} {
		if keyhash.Opens(given, want) != opens {
			t.Errorf("%q opens: %v, want %v", given, !opens, opens)
		}
	}
}
