package listen

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// TestQRCode reads the drawing back: it is the code with a border of two.
func TestQRCode(t *testing.T) {
	t.Parallel()
	const text = "http://192.0.2.7:8080"
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for y, line := range strings.Split(strings.TrimSpace(QRCode(text)), "\n") {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m")
		x := 0
		for _, r := range line {
			for i, black := range [...]bool{r == '▀' || r == '█', r == '▄' || r == '█'} {
				if row := 2*y + i - 2; black != code.Black(x-2, row) {
					t.Fatalf("row %d, column %d: black is %v", row, x-2, black)
				}
			}
			x++
		}
		if x != code.Size+4 {
			t.Fatalf("line %d has %d columns", y, x)
		}
	}
}
