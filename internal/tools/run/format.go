package run

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/internal/tools/outfile"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// report saves the requested arrays and prints the other arrays that the kernel wrote.
func report(w io.Writer, args []argument) error {
	var outputs []outfile.Output
	for _, a := range args {
		if a.array != nil && a.out != "" {
			outputs = append(outputs, outfile.Output{Name: a.out,
				Write: func(w io.Writer) error { return writeArray(w, a.array) }})
		}
	}
	if err := outfile.WriteAll(outputs, w); err != nil {
		return err
	}
	for _, a := range args {
		if a.array != nil && a.out == "" && a.array.Written() {
			if _, err := fmt.Fprintf(w, "%s: %s\n%s", a.name, typeText(a.array), format(a.array)); err != nil {
				return fmt.Errorf("cannot write standard output: %w", err)
			}
		}
	}
	return nil
}

// checkOutputs returns an error for outputs that cannot be written, before anything runs.
func checkOutputs(args []argument) error {
	for _, a := range args {
		if a.array == nil || a.out == "" || a.out == "-" {
			continue
		}
		if _, err := numpyType(a.array.Elem()); err != nil {
			return fmt.Errorf("%s: %w", a.out, err)
		}
		if err := outfile.Check(a.out); err != nil {
			return err
		}
	}
	return nil
}

// typeText returns an array's shape and element type, such as 37x100xf32.
func typeText(a *interp.Array) string {
	var b strings.Builder
	for _, d := range a.Shape() {
		fmt.Fprintf(&b, "%dx", d)
	}
	return b.String() + a.Elem().String()
}

// Arrays with more elements than summarized are printed with only the first and last edge entries of each dimension.
const (
	summarized = 1000
	edge       = 3
)

// format returns an array's elements, with one line for each row.
func format(a *interp.Array) string {
	var b strings.Builder
	p := &arrayPrinter{out: &b, array: a, short: a.Len() > summarized}
	p.dimension(0, 0, "")
	b.WriteByte('\n')
	return b.String()
}

type arrayPrinter struct {
	out   *strings.Builder
	array *interp.Array
	short bool
}

// dimension prints the part of the array that starts at an element, over the dimensions from d on.
func (p *arrayPrinter) dimension(d, at int, indent string) {
	shape := p.array.Shape()
	if d == len(shape) {
		p.out.WriteString(p.element(at))
		return
	}
	stride := 1
	for _, n := range shape[d+1:] {
		stride *= int(n)
	}
	separator := ", "
	if d+1 < len(shape) {
		separator = ",\n" + indent + " "
	}
	p.out.WriteByte('[')
	n := int(shape[d])
	for i := 0; i < n; i++ {
		if i > 0 {
			p.out.WriteString(separator)
		}
		if p.short && n > 2*edge && i == edge {
			p.out.WriteString("..." + separator)
			i = n - edge
		}
		p.dimension(d+1, at+i*stride, indent+" ")
	}
	p.out.WriteByte(']')
}

// element returns an element with as many digits as distinguish it from its neighbors.
func (p *arrayPrinter) element(i int) string {
	a := p.array
	switch t := a.Elem().(type) {
	case *ir.FloatType:
		if !a.Defined(i) {
			return "undefined"
		}
		if t.Width() <= 32 {
			return strconv.FormatFloat(a.Float64(i), 'g', -1, 32)
		}
		return strconv.FormatFloat(a.Float64(i), 'g', -1, 64)
	case *ir.IntegerType:
		switch {
		case !a.Defined(i):
			return "undefined"
		case t.Signedness == ir.Unsigned || t.Width == 1:
			return strconv.FormatUint(a.Bits(i), 10)
		}
		return strconv.FormatInt(int64(a.Bits(i)<<(64-t.Width))>>(64-t.Width), 10)
	}
	return "?"
}
