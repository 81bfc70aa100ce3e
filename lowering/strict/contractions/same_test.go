package contractions_test

import (
	"context"
	"testing"

	"github.com/girih-ir/girih"
)

// The same program always becomes the same code, so that caches of compiled code find it.
func TestTheCodeIsTheSameEachTime(t *testing.T) {
	for _, source := range []string{
		`tile.kernel @k(%x: !tile.array<?x?x?x?xf16>, %w: !tile.array<?x?x?x?xf16>, %y: !tile.array<?x?x?x?xf16>) {
  tile.contract "nc(h+r-1)(w+s-1),kcrs->nkhw" %x, %w into %y {lhs_outside = ["never", "never", "zero", "zero"]}
      : !tile.array<?x?x?x?xf16>, !tile.array<?x?x?x?xf16>, !tile.array<?x?x?x?xf16>
  tile.return
}`,
		`tile.kernel @k(%x: !tile.array<?x?x?xf32>, %w: !tile.array<?xf32>, %y: !tile.array<?xf32>) {
  tile.contract "uhw,r->(12*u+4*h+w+r)" %x, %w into %y
      : !tile.array<?x?x?xf32>, !tile.array<?xf32>, !tile.array<?xf32>
  tile.return
}`} {
		first := ""
		for range 20 {
			m, err := girih.Parse("same", []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Lower(context.Background(), girih.Strict); err != nil {
				t.Fatal(err)
			}
			if text := m.String(); first == "" {
				first = text
			} else if text != first {
				t.Errorf("%s\nwas before\n%s", text, first)
				break
			}
		}
	}
}
