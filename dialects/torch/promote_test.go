package torch_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/ir"
)

// elemOf parses a dtype by its kind and size in bytes, as in the tables of the references.
func elemOf(ctx *ir.Context, name string) ir.Type {
	switch name {
	case "b1":
		return ctx.I(1)
	case "bf":
		return ctx.Float("bf16")
	case "e4m3":
		return ctx.Float("f8E4M3FN")
	case "e5m2":
		return ctx.Float("f8E5M2")
	}
	bits := uint32(name[1]-'0') * 8
	switch name[0] {
	case 'u':
		return ctx.IntegerType(bits, ir.Unsigned)
	case 'i':
		return ctx.I(bits)
	case 'c':
		return ctx.ComplexType(ctx.Float(fmt.Sprintf("f%d", bits)))
	}
	return ctx.Float(fmt.Sprintf("f%d", bits))
}

// operandOf parses an operand: "f2 d" is a tensor with dimensions, "f2 z" one without, and other names are numbers.
func operandOf(ctx *ir.Context, text string) torch.Operand {
	name, class, tensor := strings.Cut(text, " ")
	if tensor {
		return torch.Operand{Elem: elemOf(ctx, name), Dimensioned: class == "d"}
	}
	switch text {
	case "True":
		return torch.Operand{Number: prim.Bool}
	case "1":
		return torch.Operand{Number: prim.Int}
	case "1.5":
		return torch.Operand{Number: prim.Float}
	}
	return torch.Operand{Number: prim.Complex}
}

func TestPromotionOfCornerCases(t *testing.T) {
	ctx := ir.NewContext()
	for _, c := range []struct {
		kind     torch.Kind
		operands string
		computed string // "" for the result
		result   string // "" for an error
	}{
		{torch.Default, "i8 d + 1.5", "", "f4"},
		{torch.Default, "f2 d + 1.5", "f4", "f2"},
		{torch.Default, "i1 d + 1", "", "i1"},
		{torch.Default, "b1 d + 1", "", "i8"},
		{torch.Default, "b1 d + True", "", "b1"},
		{torch.Default, "b1 d + 1.5", "", "f4"},
		{torch.Default, "u1 d + i1 d", "", "i2"},
		{torch.Default, "u1 d + i8 z", "", "u1"},
		{torch.Default, "i4 d + i8 z", "", "i4"},
		{torch.Default, "i8 d + f2 z", "f4", "f2"},
		{torch.Default, "f2 d + f8 z", "f4", "f2"},
		{torch.Default, "f2 z + f8 z", "", "f8"},
		{torch.Default, "f8 z + 1.5", "", "f8"},
		{torch.Default, "f2 d + bf d", "", "f4"},
		{torch.Default, "f2 d + i8 d", "f4", "f2"},
		{torch.Default, "f2 d + 1j", "c4", "c2"},
		{torch.Default, "bf d + 1j", "", "c4"},
		{torch.Default, "f8 d + 1j", "", "c8"},
		{torch.Default, "i8 d + 1j", "", "c4"},
		{torch.Default, "i8 d + c8 z", "", "c8"},
		{torch.Default, "f4 d + c8 z", "", "c4"},
		{torch.Default, "c4 d + f8 z", "", "c4"},
		{torch.Default, "c4 d + f8 d", "", "c8"},
		{torch.Default, "c2 d + bf d", "", "c4"},
		{torch.Default, "c2 d + f8 d", "", "c8"},
		{torch.Default, "b1 d + u1 z + 1", "", "u1"},
		{torch.Default, "i4 d + i8 z + 1.5", "", "f4"},
		{torch.Default, "u2 d + u2 d", "", "u2"},
		{torch.Default, "u2 d + i4 d", "", ""},
		{torch.Default, "u2 d + 1", "", "u2"},
		{torch.Default, "u2 d + 1.5", "", "f4"},
		{torch.Default, "u2 d + b1 d", "", ""},
		{torch.Default, "i8 d + u8 z", "", "i8"},
		{torch.Default, "b1 d + u4 z", "", ""},
		{torch.Default, "u8 d + c4 d", "", ""},
		{torch.Default, "e5m2 d + e5m2 d", "", "e5m2"},
		{torch.Default, "e5m2 d + e4m3 d", "", ""},
		{torch.Default, "e5m2 d + f4 d", "", ""},
		{torch.Default, "e5m2 d + f4 z", "", "e5m2"},
		{torch.Default, "f4 d + e5m2 z", "", "f4"},
		{torch.Default, "i4 d + e4m3 z", "", ""},
		{torch.Default, "e4m3 d + 1", "", "e4m3"},
		{torch.Default, "e4m3 d + 1.5", "", "e4m3"},
		{torch.Default, "i1 z + 1", "", "i1"},
		{torch.Default, "b1 z + 1", "", "i8"},
		{torch.IntToFloat, "i8 d", "", "f4"},
		{torch.IntToFloat, "b1 d", "", "f4"},
		{torch.IntToFloat, "f2 d", "f4", "f2"},
		{torch.ComplexToFloat, "c2 d", "c4", "f2"},
		{torch.AlwaysBool, "f2 d + i8 d", "f4", "b1"},
		{torch.BoolToLong, "b1 d", "", "i8"},
		{torch.IntToFloat, "i4 d + i4 d", "", "f4"},
		{torch.Default, "i4 d + i4 d", "", "i4"},
		{torch.NoOpMath, "f2 d + f4 d", "", "f4"},
		{torch.NoOpMath, "i8 d + f2 d", "", "f2"},
	} {
		var operands []torch.Operand
		for _, o := range strings.Split(c.operands, " + ") {
			operands = append(operands, operandOf(ctx, o))
		}
		computed, result, err := torch.Promote(ctx, c.kind, operands...)
		if c.result == "" {
			if !errors.Is(err, torch.ErrPromotion) {
				t.Errorf("%s: got %v, want an error", c.operands, result)
			}
			continue
		}
		if c.computed == "" && c.kind != torch.AlwaysBool {
			c.computed = c.result
		}
		if err != nil || result != elemOf(ctx, c.result) || computed != elemOf(ctx, c.computed) {
			t.Errorf("%v of %s: got %v, %v, %v, want %s, %s", c.kind, c.operands, computed, result, err, c.computed, c.result)
		}
	}
}

// classic lists the dtypes for which Python's references and eager PyTorch agree. They are in the order of the
// references' lattice.
var classic = []string{"b1", "u1", "i1", "i2", "i4", "i8", "f2", "bf", "f4", "f8", "c2", "c4", "c8"}

// rank gives a dtype's position in the lattice. Two different dtypes of equal rank are joined to the next rank.
var rank = map[string]int{"b1": 0, "u1": 1, "i1": 1, "i2": 2, "i4": 3, "i8": 4, "f2": 5, "bf": 5, "f4": 6, "f8": 7,
	"c2": 8, "c4": 9, "c8": 10}

var byRank = []string{"b1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c2", "c4", "c8"}

func joinNames(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case b == "" || rank[a] > rank[b]:
		return a
	case rank[a] < rank[b]:
		return b
	}
	return byRank[rank[a]+1]
}

// categoryOf returns the category of an operand: 0 for bool, 1 for int, 2 for float, and 3 for complex.
func categoryOf(o string) int {
	switch name, _, _ := strings.Cut(o, " "); {
	case name == "True" || name == "b1":
		return 0
	case name == "1" || name[0] == 'u' || name[0] == 'i':
		return 1
	case name == "1.5" || name[0] == 'f' || name == "bf":
		return 2
	}
	return 3
}

// byCategory is the algorithm of Python's references, elementwise_dtypes of torch/_prims_common. The result has the
// highest category of all operands. Among the operands of that category, tensors with dimensions take precedence over
// those without.
func byCategory(operands []string) string {
	highest := 0
	for _, o := range operands {
		highest = max(highest, categoryOf(o))
	}
	found := map[string]string{}
	for _, o := range operands {
		name, class, tensor := strings.Cut(o, " ")
		c := categoryOf(o)
		if !tensor || c != highest && (highest != 3 || c != 2) {
			continue
		}
		if highest == 3 && c == 2 {
			name = map[string]string{"f2": "c2", "bf": "c4", "f4": "c4", "f8": "c8"}[name]
		}
		found[class] = joinNames(found[class], name)
	}
	for _, class := range []string{"d", "z"} {
		if found[class] != "" {
			return found[class]
		}
	}
	return []string{"b1", "i8", "f4", "c4"}[highest]
}

func TestPromotionIsThatOfPythonsReferencesForAllPairsAndTriples(t *testing.T) {
	ctx := ir.NewContext()
	all := []string{"True", "1", "1.5", "1j"}
	for _, d := range classic {
		all = append(all, d+" d", d+" z")
	}
	check := func(names ...string) {
		var operands []torch.Operand
		for _, n := range names {
			operands = append(operands, operandOf(ctx, n))
		}
		got, err := torch.ResultType(ctx, operands...)
		if want := byCategory(names); err != nil || got != elemOf(ctx, want) {
			t.Errorf("%v: got %v, %v, want %s", names, got, err, want)
		}
	}
	for _, a := range all {
		for _, b := range all {
			check(a, b)
			for _, c := range all {
				check(a, b, c)
			}
		}
	}
}

// The test promotes a number and two tensors in two orders.
func TestPromotionIsNotAssociative(t *testing.T) {
	ctx := ir.NewContext()
	number, long, half := operandOf(ctx, "1.5"), operandOf(ctx, "i8 d"), operandOf(ctx, "f2 d")
	sum := func(a, b torch.Operand) torch.Operand {
		_, r, err := torch.Promote(ctx, torch.Default, a, b)
		if err != nil {
			t.Fatal(err)
		}
		return torch.Operand{Elem: r, Dimensioned: true}
	}
	left, right := sum(sum(number, long), half), sum(number, sum(long, half))
	if left.Elem != ctx.F32() || right.Elem != ctx.F16() {
		t.Errorf("got %v and %v, want f32 and f16", left.Elem, right.Elem)
	}
}

func TestCastsOfResultsStayInTheirCategoryOrRise(t *testing.T) {
	ctx := ir.NewContext()
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"c4", "f4", false}, {"f4", "i8", false}, {"i8", "b1", false}, {"f8", "f2", true}, {"i8", "u1", true},
		{"b1", "f4", true}, {"i4", "c4", true}, {"f4", "f4", true},
	} {
		if got := torch.CanCast(elemOf(ctx, c.from), elemOf(ctx, c.to)); got != c.want {
			t.Errorf("%s to %s: got %v", c.from, c.to, got)
		}
	}
}
