package rewrite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/internal/irtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// greedy applies patterns under an instrumentation and returns the error and the text of the result.
func greedy(t *testing.T, source string, in *rewrite.Instrumentation, patterns ...*rewrite.Pattern) (string, error) {
	t.Helper()
	m := irtest.Parse(t, source)
	m.Context().OpText = text.OpLine
	ctx := rewrite.WithInstrumentation(context.Background(), in)
	_, err := rewrite.Greedy(m, rewrite.MustSet(patterns...), rewrite.Options{Context: ctx})
	return string(text.Print(m, text.Options{})), err
}

func TestEveryRewriteIsObservedWithWhatItChanged(t *testing.T) {
	var log strings.Builder
	_, err := greedy(t, program, &rewrite.Instrumentation{Observe: rewrite.WriteTo(&log)}, mulToAdd)
	if err != nil {
		t.Fatal(err)
	}
	const want = `mul-to-add: loc("-":2:8)
  - %0 = "arith.muli"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  + %0 = "arith.addi"(%arg0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  + %2 = "arith.muli"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  + %1 = "arith.muli"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
erasure of a dead operation: loc("-":3:11)
  - %1 = "arith.muli"(%0, %0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
mul-to-add: loc("-":4:8)
  - %1 = "arith.muli"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  + %1 = "arith.addi"(%0, %arg1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  + "func.return"(%1) : (i32) -> ()
`
	if got := log.String(); got != want {
		t.Errorf("observed\n%swant\n%s", got, want)
	}
}

func TestCountersSkipAndBoundAttempts(t *testing.T) {
	tests := []struct {
		counters string
		want     int // the number of multiplications left, of the two that are used
	}{
		{"mul-to-add-skip=0", 0},
		{"mul-to-add-count=0", 2},
		{"mul-to-add-count=1", 1},
		{"mul-to-add-skip=1,mul-to-add-count=1", 1},
		{"apply-pattern-count=0", 2},
		{"folding-count=0", 0},
	}
	for _, tt := range tests {
		t.Run(tt.counters, func(t *testing.T) {
			counters, err := rewrite.ParseCounters(tt.counters)
			if err != nil {
				t.Fatal(err)
			}
			got, err := greedy(t, program, &rewrite.Instrumentation{Counters: counters}, mulToAdd)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(got, "muli"); n != tt.want {
				t.Errorf("%d multiplications are left, want %d:\n%s", n, tt.want, got)
			}
		})
	}
}

func TestCountersReportWhatTheySaw(t *testing.T) {
	counters, err := rewrite.ParseCounters("mul-to-add-skip=1, unheard-of-count=3")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := greedy(t, program, &rewrite.Instrumentation{Counters: counters}, mulToAdd); err != nil {
		t.Fatal(err)
	}
	var report strings.Builder
	if err := counters.Report(&report); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(report.String()); !slices.Equal(got,
		[]string{"mul-to-add", ":", "{3,1,-1}", "unheard-of", ":", "{0,0,3}"}) {
		t.Errorf("report:\n%s", report.String())
	}
}

func TestMalformedCountersAreRefused(t *testing.T) {
	for _, text := range []string{"", "x", "x=1", "x-skip", "x-skip=", "x-skip=-1", "-skip=1", "x-count=one",
		"a-skip=1,,"} {
		if _, err := rewrite.ParseCounters(text); !errors.Is(err, rewrite.ErrCounter) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestCheckBlamesThePatternThatBreaksTheIR(t *testing.T) {
	broken := &rewrite.Pattern{Name: "widen", Root: &arith.AddI,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			rw.Modify(op, func() { op.Result(0).SetType(rw.Context().I(64)) })
			return true
		}}
	silent := &rewrite.Pattern{Name: "silent", Root: &arith.AddI,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			return true
		}}
	denying := &rewrite.Pattern{Name: "denying", Root: &arith.AddI,
		Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
			rw.Modify(op, func() {})
			return false
		}}
	for _, p := range []*rewrite.Pattern{broken, silent, denying} {
		t.Run(p.Name, func(t *testing.T) {
			_, err := greedy(t, program, &rewrite.Instrumentation{Check: true}, mulToAdd, p)
			if !errors.Is(err, rewrite.ErrBroken) || !strings.Contains(err.Error(), "'"+p.Name+"'") {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestPanicsOfPatternsAreErrorsThatNameThem(t *testing.T) {
	p := &rewrite.Pattern{Name: "careless", Root: &arith.MulI, Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
		return op.Operand(7) == nil
	}}
	m := irtest.Parse(t, program)
	_, err := rewrite.Greedy(m, rewrite.MustSet(p), rewrite.Options{})
	if !errors.Is(err, rewrite.ErrPanic) || !strings.Contains(err.Error(), "pattern 'careless' on 'arith.muli'") {
		t.Errorf("error %v", err)
	}
	var d *ir.Diagnostic
	if !errors.As(err, &d) || d.Loc.String() == "loc(unknown)" {
		t.Errorf("error %v has no location", err)
	}
}

func FuzzParseCounters(f *testing.F) {
	for _, seed := range []string{"mul-to-add-skip=1", "a-count=2,b-skip=3", "x", "-skip=",
		"apply-pattern-count=9223372036854775807"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := rewrite.ParseCounters(text)
		if (c == nil) != (err != nil) || err != nil && !errors.Is(err, rewrite.ErrCounter) {
			t.Errorf("%q: counters %v, error %v", text, c, err)
		}
	})
}
