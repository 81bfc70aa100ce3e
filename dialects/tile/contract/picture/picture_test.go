package picture_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tile/contract/picture"
	"github.com/girih-ir/girih/internal/einsums"
)

func draw(t *testing.T, c *einsums.Case) string {
	t.Helper()
	eq, err := contract.Parse(c.Equation)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	p := &picture.Contraction{Equation: eq, A: c.A, B: c.B, C: c.C, Tables: c.Tables}
	if err := picture.Write(&b, p); err != nil {
		t.Fatalf("%s: %v", c.Equation, err)
	}
	return b.String()
}

func TestPicturesAreXML(t *testing.T) {
	for _, row := range einsums.Rows() {
		d := xml.NewDecoder(strings.NewReader(draw(t, &row.Case)))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", row.Equation, err)
			}
		}
	}
}

// The steps of a convolution are 1 along a row of the filter, then a step to the next row of the image, and then one to
// the next channel.
func TestPicturesShowTheSteps(t *testing.T) {
	c := einsums.Rows()[8].Case
	svg := draw(t, &c)
	for _, want := range []string{"steps in A: a table of 17", "steps in B: always 4", ">M: n=2 h=4 w=6 (48)<", ">h+r<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture of %s lacks %q:\n%s", c.Equation, want, svg)
		}
	}
}

func Example() {
	eq, err := contract.Parse("(h+r),r->h")
	if err != nil {
		fmt.Println(err)
		return
	}
	var b strings.Builder
	c := &picture.Contraction{Equation: eq, A: []int64{5}, B: []int64{3}, C: []int64{3}}
	if err := picture.Write(&b, c); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(b.String(), "steps in A: always 1"))
	// Output: true
}
