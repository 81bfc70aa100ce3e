package foreign

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"text/tabwriter"

	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
)

// Counts are numbers of pieces.
type Counts struct {
	Pass    int // our tools pass
	Missing int // our tools lack an operation, type, pass or flag
	Differs int // our tools have what is needed, and do something else
	// NotCounted are pieces that the tests' own tools do not pass.
	NotCounted int
}

// Difference is a piece where our tools differ.
type Difference struct {
	// Name is the test and the line at which the piece begins, such as "Dialect/Arith/ops.mlir:12". If the test has
	// several commands, their number follows, as in "Dialect/Arith/ops.mlir:12.2".
	Name   string
	Output string // the log of the piece's commands
}

// Report is the result of a run.
type Report struct {
	Areas       map[string]*Counts // by directory below the root, such as "Dialect/Arith"
	Differences []Difference       // in the order of their areas and names
	Needs       map[string]int     // number of pieces by what our tools lack for them, as the tools or the pieces say
}

func (r *Report) area(t *suite.Test) *Counts {
	name := path.Dir(t.File())
	if r.Areas[name] == nil {
		r.Areas[name] = &Counts{}
	}
	return r.Areas[name]
}

// pieceName matches the name of a piece's file.
var pieceName = regexp.MustCompile(`\.(\d+(?:\.\d+)?)\.mlir$`)

// add counts the result of a piece. need is what our tools lack for it, or "".
func (r *Report) add(result *runner.Result, need string) {
	counts := r.area(result.Test)
	switch {
	case result.Code == runner.Unsupported:
		counts.NotCounted++
	case !result.Code.IsFailure():
		counts.Pass++
	case need != "":
		counts.Missing++
		r.Needs[need]++
	default:
		counts.Differs++
		name := pieceName.ReplaceAllString(result.Test.File(), ":$1")
		r.Differences = append(r.Differences, Difference{name, result.Output})
	}
}

// WriteNeeds lists what our tools lack, with the number of pieces that need it, in descending order. A piece counts
// once, for the first thing that it lacks.
func (r *Report) WriteNeeds(w io.Writer) error {
	needs := slices.SortedFunc(maps.Keys(r.Needs), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Needs[b], r.Needs[a]), cmp.Compare(a, b))
	})
	for _, need := range needs {
		if _, err := fmt.Fprintf(w, "missing: %d %s\n", r.Needs[need], need); err != nil {
			return err
		}
	}
	return nil
}

// Write writes a table of the areas, and then the names of the pieces that differ. With verbose it also writes the
// output of their commands.
func (r *Report) Write(w io.Writer, verbose bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "pass\tmissing\tdiffers\tnot counted\t  area")
	row := func(c Counts, name string) {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t  %s\n", c.Pass, c.Missing, c.Differs, c.NotCounted, name)
	}
	var total Counts
	for _, name := range slices.Sorted(maps.Keys(r.Areas)) {
		c := *r.Areas[name]
		row(c, name)
		total.Pass += c.Pass
		total.Missing += c.Missing
		total.Differs += c.Differs
		total.NotCounted += c.NotCounted
	}
	row(total, "all")
	if err := table.Flush(); err != nil {
		return err
	}
	for _, d := range r.Differences {
		if _, err := fmt.Fprintf(w, "differs: %s\n", d.Name); err != nil {
			return err
		}
		if verbose {
			if _, err := io.WriteString(w, d.Output); err != nil {
				return err
			}
		}
	}
	return nil
}
