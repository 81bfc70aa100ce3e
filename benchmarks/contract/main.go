// Command contract runs contractions on a GPU. It compares the results of small ones with sums in float64. For larger
// ones it prints their speed, as a line of JSON each. README.md says how to run it and with which other programs it is
// compared.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"strings"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
)

func main() {
	log.SetFlags(0)
	describe := flag.Bool("list", false, "print the contractions that are measured, with their sizes, and do nothing else")
	check := flag.Bool("check", false, "run the forms of contractions, in all types, and compare all elements")
	names := flag.String("name", "", "only contractions whose names match this regular expression, such as '^conv2d nhwc'")
	source := flag.Bool("source", false, "print the kernels of the contractions, and do nothing else")
	shape := flag.String("shape", "", "try only tiles of these rows, columns and products, by so many warps, with so "+
		"many cells, and perhaps so many blocks for each, two places or few programs: 128x64x8,4,0,2 or 128x64x8,4,1,two "+
		"or 128x64x64,8,0,few; several are separated by blanks; 0x0x0 stands for tiles that the compiler chooses")
	every := flag.Bool("every", false, "print the time of each choice of tiles, on standard error")
	products := flag.Bool("gemm", false, "instead of each contraction, a product of matrices of the same sizes")
	out := flag.String("o", "-", "file for the lines of JSON")
	flag.Parse()
	file := os.Stdout
	if *out != "-" {
		var err error
		if file, err = os.Create(*out); err != nil {
			log.Fatal(err)
		}
	}
	lines := json.NewEncoder(file)
	list, err := chosen(*names)
	if err == nil && *products {
		err = asProducts(list)
	}
	if err != nil {
		log.Fatal(err)
	}
	switch {
	case *describe:
		err = describeAll(list, lines)
	case *source:
		for _, p := range list {
			fmt.Fprintf(file, "// %s\n%s", p.Name, p.source(choice{}))
		}
	case *check:
		err = checkForms(context.Background())
	default:
		err = measure(context.Background(), list, *shape, *every, lines)
	}
	if err == nil && *out != "-" {
		err = file.Close()
	}
	if err != nil {
		log.Fatal(err)
	}
}

// chosen returns the problems whose names match a regular expression.
func chosen(names string) (out []problem, err error) {
	match, err := regexp.Compile(names)
	if err != nil {
		return nil, fmt.Errorf("flag -name: %w", err)
	}
	for _, p := range problems() {
		if match.MatchString(p.Name) {
			out = append(out, p)
		}
	}
	return out, nil
}

// described is a problem as the other programs read it.
type described struct {
	Name, Family, Equation, Type string
	A, B, C                      []int64
	Batch, M, N, K               int64
}

func describeAll(list []problem, lines *json.Encoder) error {
	for _, p := range list {
		d, err := p.described()
		if err != nil {
			return err
		}
		if err := lines.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

func (p *problem) described() (d described, err error) {
	eq, err := contract.Parse(p.Equation)
	if err != nil {
		return d, err
	}
	e, err := eq.Extents(p.A, p.B, p.C, p.Tables)
	if err != nil {
		return d, err
	}
	count := func(letters []contract.Letter) int64 {
		n := int64(1)
		for _, l := range letters {
			n *= e.Of[l]
		}
		return n
	}
	return described{p.Name, p.Family, p.Equation, p.Types.A, p.A, p.B, p.C, count(eq.Batch), count(eq.M), count(eq.N),
		count(eq.K)}, nil
}

// asProducts replaces contractions by products of row-major matrices of the same sizes. They keep their names.
func asProducts(list []problem) error {
	for i := range list {
		p := &list[i]
		d, err := p.described()
		if err != nil {
			return err
		}
		product := einsums.Case{Equation: "mk,kn->mn", A: s(d.M, d.K), B: s(d.K, d.N), C: s(d.M, d.N)}
		if d.Batch > 1 {
			product = einsums.Case{Equation: "bmk,bkn->bmn", A: s(d.Batch, d.M, d.K), B: s(d.Batch, d.K, d.N),
				C: s(d.Batch, d.M, d.N)}
		}
		p.Case = product
	}
	return nil
}

// checkForms runs the small contractions and compares all elements.
func checkForms(ctx context.Context) error {
	g, err := openGPU()
	if err != nil {
		return err
	}
	defer g.ctx.Close()
	var cases []einsums.Case
	for _, row := range einsums.Rows() {
		cases = append(cases, row.Case)
	}
	cases = append(cases, einsums.TCCG(func(_ int, letter byte, _ bool) int64 { return 2 + int64(letter)%4 })...)
	var all []*built
	for _, c := range cases {
		for _, t := range []string{"f16", "bf16", "f32", "f64"} {
			p := &problem{Name: c.Equation, Case: c, Types: einsums.Types{A: t, B: t, C: t}}
			all = append(all, &built{problem: p, choice: choice{Warps: 4}},
				&built{problem: p, choice: choice{Warps: 4, Few: true, Stages: "always", Cells: 3}})
		}
	}
	compileAll(ctx, all)
	failed := 0
	for _, b := range all {
		if <-b.compiled; b.err == nil {
			_, b.err = g.run(b, true, 1<<20, false)
		}
		if b.err != nil {
			failed++
			fmt.Printf("%s of %s, %s: %v\n", b.Equation, b.Types.A, b.choice, b.err)
		}
	}
	fmt.Printf("%d of %d contractions in %d forms are right\n", len(all)-failed, len(all), len(cases))
	if failed > 0 {
		return fmt.Errorf("%d contractions failed", failed)
	}
	return nil
}

// measure compiles each problem in all ways to try, and prints the fastest.
func measure(ctx context.Context, list []problem, shape string, every bool, lines *json.Encoder) error {
	var only []choice
	for _, text := range strings.Fields(shape) {
		c := choice{Shape: s(0, 0, 0)}
		text, c.Few = strings.CutSuffix(text, ",few")
		text, c.Alternate = strings.CutSuffix(text, ",two")
		n, _ := fmt.Sscanf(text, "%dx%dx%d,%d,%d,%d", &c.Shape[0], &c.Shape[1], &c.Shape[2], &c.Warps, &c.Cells, &c.Parts)
		if n < 5 {
			return fmt.Errorf("flag -shape: expected rows, columns, products, warps and cells as 128x64x8,4,0, but got %q",
				text)
		}
		if c.Shape[0] == 0 {
			c.Shape = nil
		}
		if c.Parts > 1 {
			c.Stages = "never" // kernels that copy have no sums to share
		}
		only = append(only, c)
	}
	g, err := openGPU()
	if err != nil {
		return err
	}
	defer g.ctx.Close()
	var all []*built
	for _, p := range list {
		tried := only
		if tried == nil {
			tried = choices[p.Types.A]
		}
		for _, c := range tried {
			all = append(all, &built{problem: &p, choice: c})
		}
	}
	compileAll(ctx, all)
	var best *result
	for i, b := range all {
		var r *result
		if <-b.compiled; b.err == nil {
			r, b.err = g.run(b, false, 10, true)
		}
		if b.err != nil {
			fmt.Fprintf(os.Stderr, "%s, %s: %v\n", b.Name, b.choice, b.err)
		} else {
			if every {
				fmt.Fprintf(os.Stderr, "%s, %s: %d registers, %d bytes spilled, %.1f us\n", b.Name, b.choice, r.Registers,
					r.Spilled, r.Seconds*1e6)
			}
			if best == nil || r.Seconds < best.Seconds {
				best = r
			}
		}
		if i+1 < len(all) && all[i+1].problem == b.problem {
			continue
		}
		if best != nil {
			if err := lines.Encode(best); err != nil {
				return err
			}
		}
		best = nil
	}
	return nil
}
