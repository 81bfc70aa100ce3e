package contract_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
)

func s(n ...int64) []int64 { return n }

func vector(numbers ...int64) contract.Table {
	return contract.Table{Shape: []int64{int64(len(numbers))}, Data: numbers}
}

func TestLettersHaveTheClassesOfTheirPlaces(t *testing.T) {
	for _, r := range einsums.Rows() {
		eq := parse(t, r.Equation)
		got := []string{spell(eq.Batch), spell(eq.M), spell(eq.N), spell(eq.K)}
		if want := []string{r.Batch, r.M, r.N, r.K}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", r.Equation, got, want)
		}
	}
}

func TestExtentsAreThoseOfTheOutput(t *testing.T) {
	for _, r := range einsums.Rows() {
		eq := parse(t, r.Equation)
		out := []int64(nil)
		if r.Padded {
			if _, err := eq.Extents(r.A, r.B, nil, r.Tables); !errors.Is(err, contract.ErrExtents) {
				t.Errorf("%s: reads outside, so that the output's sizes cannot be told; got %v", r.Equation, err)
			}
			out = r.C
		}
		e, err := eq.Extents(r.A, r.B, out, r.Tables)
		if err != nil {
			t.Errorf("%s: %v", r.Equation, err)
			continue
		}
		got, outside := make([]int64, len(eq.Out)), false
		for i, l := range eq.Out {
			got[i] = e.Of[l]
		}
		for i, span := range e.A {
			outside = outside || span.Min < 0 || span.Max >= r.A[i]
		}
		if !slices.Equal(got, r.C) || outside != r.Padded {
			t.Errorf("%s: output of %v, want %v; reads outside: %t, want %t", r.Equation, got, r.C, outside, r.Padded)
		}
	}
}

// The steps of [Increments] must lead to the elements that the equation defines, for every element of the output.
func TestIncrementsReachTheElementsOfTheDefinition(t *testing.T) {
	for _, r := range einsums.Rows() {
		eq := parse(t, r.Equation)
		e, err := eq.Extents(r.A, r.B, r.C, r.Tables)
		if err != nil {
			t.Fatal(err)
		}
		constant := [2]bool{}
		for i, operand := range [][]contract.Axis{eq.A, eq.B} {
			strides := rowMajor([][]int64{r.A, r.B}[i])
			order, err := eq.Order(operand, strides, e, r.Tables)
			if err != nil {
				t.Fatal(err)
			}
			in, err := eq.Increments(operand, strides, order, e, r.Tables)
			if err != nil {
				t.Fatal(err)
			}
			constant[i] = in.Constant
			follow(t, r, eq, operand, strides, in, e)
		}
		if constant != [2]bool{r.ConstantA, r.ConstantB} && !strings.Contains(r.Equation, "ckrs") {
			t.Errorf("%s: constant increments %v, want %v", r.Equation, constant, [2]bool{r.ConstantA, r.ConstantB})
		}
	}
}

// follow compares addresses that follow from the equation with those that the increments give, for some elements of the
// output.
func follow(t *testing.T, r einsums.Row, eq *contract.Equation, axes []contract.Axis, strides []int64,
	in *contract.Increments, e *contract.Extents) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		values := map[contract.Letter]int64{}
		for _, l := range slices.Concat(eq.Batch, eq.M, eq.N) {
			values[l] = random.Int64N(e.Of[l])
		}
		at := address(t, axes, strides, values, r.Tables)
		for k, step := range in.Steps {
			at += step
			rest := int64(k) + 1
			for _, l := range slices.Backward(in.Order) {
				values[l] = rest % e.Of[l]
				rest /= e.Of[l]
			}
			if want := address(t, axes, strides, values, r.Tables); at != want {
				t.Fatalf("%s: term %d is at %d, want %d", r.Equation, k+1, at, want)
			}
		}
	}
}

func address(t *testing.T, axes []contract.Axis, strides []int64, values map[contract.Letter]int64,
	tables map[string]contract.Table) (at int64) {
	t.Helper()
	for i, axis := range axes {
		v, err := contract.Eval(axis.Expr, values, tables)
		if err != nil {
			t.Fatal(err)
		}
		at += v * strides[i]
	}
	return at
}

func rowMajor(shape []int64) []int64 {
	strides, n := make([]int64, len(shape)), int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i], n = n, n*shape[i]
	}
	return strides
}

func parse(t testing.TB, text string) *contract.Equation {
	t.Helper()
	eq, err := contract.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return eq
}

func spell(letters []contract.Letter) string {
	var b strings.Builder
	for _, l := range letters {
		b.WriteString(l.String())
	}
	return b.String()
}

func TestContractionsOfQuantumChemistryHaveNoBatch(t *testing.T) {
	all := einsums.TCCG(func(int, byte, bool) int64 { return 2 })
	if len(all) != 48 {
		t.Fatalf("%d contractions", len(all))
	}
	for _, c := range all {
		eq := parse(t, c.Equation)
		if len(eq.Batch) > 0 || len(eq.K) == 0 || len(eq.K) > 2 || len(eq.M) == 0 || len(eq.N) == 0 {
			t.Errorf("%s: batch %s, M %s, N %s, K %s", c.Equation, spell(eq.Batch), spell(eq.M), spell(eq.N), spell(eq.K))
		}
	}
}

func TestEquationsAreRefusedAtTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"nc(h*r)(w+s),ckrs->nkhw":     "3: axis 2 of operand A does not split",
		"abcijk,ijma->abc":            "6: letter 'k' is only in operand A",
		"mk,kn->mnx":                  "10: letter 'x' is only in the output",
		"mk,kn->mm":                   "9: letter 'm' is twice in the output",
		"ii,i->i":                     "2: letter 'i' is an axis of the operand twice",
		"mk kn->mn":                   "6: expected ',', but got '-'",
		"mk,kn":                       "6: expected '->', but got the end",
		"m(,kn->mn":                   "3: expected a letter, number, table or '('",
		"m(hr),hrn->mn":               "3: 'hr' is not a letter, and a table has indices: hr[...]",
		"m(t[h),hn->mn":               "6: expected ']', but got ')'",
		"m(99999999999999999999),n->": "3: 99999999999999999999 does not fit in 64 bits",
		"m(h/2),hn->mn":               "5: expected '/', but got '2'",
		"m(h+off[h,r]),hrn->mnh":      "2: axis 1 of operand A does not split",
		"mk,kn->m;":                   "9: expected a letter of the output, but got ';'",
		strings.Repeat("(", 200):      "expressions nest at most 100 deep",
	} {
		_, err := contract.Parse(text)
		var at *contract.SyntaxError
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), want) && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestSizesThatDisagreeAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		equation  string
		a, b, out []int64
		tables    map[string]contract.Table
		want      string
	}{
		"extents": {"mk,kn->mn", s(2, 3), s(4, 5), nil, nil,
			"letter 'k' has extent 4 by dimension 0 of B, but 3 elsewhere"},
		"rank":     {"mk,kn->mn", s(2), s(4, 5), nil, nil, "A has 1 dimensions, but 2 in the equation"},
		"output":   {"mk,kn->mn", s(2, 4), s(4, 5), s(2, 6), nil, "letter 'n' has extent 6 by dimension 1 of the output"},
		"no table": {"(h+t[k]),kn->hn", s(4), s(2, 3), nil, nil, "but is read with 1 indices"},
		"short table": {"(h+t[k]),kn->hn", s(4), s(5, 3), s(2, 3), map[string]contract.Table{"t": vector(0, 1)},
			"index 0 of 't[k]' is 2"},
		"negative":     {"mk,kn->mn", s(-2, 4), s(4, 5), nil, nil, "dimension 0 of A is -2"},
		"overflow":     {"(h+9223372036854775807*k),kn->hn", s(4), s(5, 3), s(2, 3), nil, "does not fit in 64 bits"},
		"zero":         {"(h+k//0),kn->hn", s(4), s(5, 3), s(2, 3), nil, "division by zero"},
		"two unknowns": {"(h+w+k),k->hw", s(4), s(2), nil, nil, "does not give the extent of 'h'"},
		"many values": {"(h+t[k*l]),kl->h", s(4), s(4000, 4000), s(1), map[string]contract.Table{"t": vector(0)},
			"more than 1048576 values"},
		"backwards":      {"(k-h),k->h", s(4), s(2), nil, nil, "does not give the extent of 'h'"},
		"hidden letters": {"(h//2+k),k->h", s(4), s(2), nil, nil, "does not give the extent of 'h'"},
	} {
		_, err := parse(t, c.equation).Extents(c.a, c.b, c.out, c.tables)
		if !errors.Is(err, contract.ErrExtents) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestEmptyExtentsReadNothing(t *testing.T) {
	e, err := parse(t, "n(h+r),r->nh").Extents(s(2, 0), s(3), s(2, 0), nil)
	if err != nil || !e.A[1].Empty || e.Of['h'] != 0 {
		t.Errorf("got %+v, %v", e, err)
	}
}

// The sum of both parts of an axis must be the axis, for all values of the letters.
func TestOuterAndReducedPartAddUp(t *testing.T) {
	eq := parse(t, "(2*(h-3*k)-(w//2)%3+-(k*k)+7)hwk,k->hw")
	for range 100 {
		values := map[contract.Letter]int64{'h': rand.Int64N(50) - 9, 'w': rand.Int64N(50) - 9, 'k': rand.Int64N(50) - 9}
		var sum int64
		for _, x := range []contract.Expr{eq.A[0].Outer, eq.A[0].Reduced} {
			v, err := contract.Eval(x, values, nil)
			if err != nil {
				t.Fatal(err)
			}
			sum += v
		}
		if want, _ := contract.Eval(eq.A[0].Expr, values, nil); sum != want {
			t.Fatalf("%v: (%s) + (%s) is %d, and %s is %d", values, eq.A[0].Outer, eq.A[0].Reduced, sum, eq.A[0].Expr, want)
		}
	}
}

func TestQuotientsAreRoundedDown(t *testing.T) {
	for text, want := range map[string]int64{"-7//2": -4, "7//-2": -4, "-7%2": 1, "7%-2": -1, "-(-7)//2": 3, "2-3-4": -5,
		"2*3%4": 2} {
		eq := parse(t, "("+text+"),n->n")
		if got, err := contract.Eval(eq.A[0].Expr, nil, nil); err != nil || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
}

// The printed text of an axis must parse as the same axis.
func FuzzParse(f *testing.F) {
	for _, r := range einsums.Rows() {
		f.Add(r.Equation)
	}
	f.Add("(2*(h-3*k)-(w//2)%3+-(k*k)+7),k->hw")
	f.Fuzz(func(t *testing.T, text string) {
		eq, err := contract.Parse(text)
		if err != nil {
			if at := (*contract.SyntaxError)(nil); !errors.As(err, &at) || at.Pos > len(text) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		var again strings.Builder
		for i, axes := range [][]contract.Axis{eq.A, eq.B, eq.C} {
			again.WriteString([]string{"", ",", "->"}[i])
			for _, axis := range axes {
				if l, alone := axis.Expr.(contract.Letter); alone {
					again.WriteString(l.String())
				} else {
					fmt.Fprintf(&again, "(%s)", axis.Expr)
				}
			}
		}
		second, err := contract.Parse(again.String())
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, again.String(), err)
		}
		for i, axes := range [][]contract.Axis{eq.A, eq.B, eq.C} {
			for k, axis := range axes {
				if other := [][]contract.Axis{second.A, second.B, second.C}[i][k]; other.Expr.String() != axis.Expr.String() {
					t.Fatalf("%q: %s is read as %s", text, axis.Expr, other.Expr)
				}
			}
		}
	})
}

// The example is a convolution. It prints the letters by class, their extents, and the distances that a kernel steps in
// the image.
func Example() {
	eq, err := contract.Parse("nc(h+r)(w+s),crsk->nkhw")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("batch %s, M %s, N %s, K %s\n", eq.Batch, eq.M, eq.N, eq.K)
	e, err := eq.Extents([]int64{1, 2, 4, 4}, []int64{2, 2, 2, 8}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("the output is", e.Of['n'], e.Of['k'], e.Of['h'], e.Of['w'])
	in, err := eq.Increments(eq.A, []int64{32, 16, 4, 1}, eq.K, e, nil)
	fmt.Println(in.Steps, in.Constant, err)
	// Output:
	// batch , M nhw, N k, K crs
	// the output is 1 8 3 3
	// [1 3 1 11 1 3 1] false <nil>
}

// The example is the gradient of the image of a convolution with stride 2. Even elements are sums over even r, and odd
// elements are sums over odd r.
func ExampleEquation_GradientA() {
	eq, err := contract.Parse("c(2*h+r),cr->h")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := eq.Extents([]int64{4, 9}, []int64{4, 3}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	parts, err := eq.GradientA(e, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range parts {
		fmt.Println(g.Equation, "from", g.Start, "in steps of", g.Step, "with r", g.Tables["at0"].Data)
	}
	// Output:
	// (p+by0[r]),c(at0[r])->cp from [0 0] in steps of [1 2] with r [0 2]
	// (p+by0[r]),c(at0[r])->cp from [0 1] in steps of [1 2] with r [1]
}
