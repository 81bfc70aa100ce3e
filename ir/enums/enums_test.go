package enums_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/enums"
	"github.com/girih-ir/girih/ir/text"
)

var (
	color = enums.NewKeyword("color", "", 32, "red", "green", "true")
	mode  = enums.NewFlags("t", "mode", "how to do it", ", ",
		enums.Flag{Name: "all", Bits: 7}, enums.Flag{Name: "a", Bits: 1}, enums.Flag{Name: "b", Bits: 2},
		enums.Flag{Name: "c", Bits: 4})

	op = ir.OpDef{
		Name: "t.op",
		Attrs: []ir.OpAttr{
			{Name: "color", Attr: color.Constraint()},
			{Name: "tint", Attr: color.OptionalConstraint(), Optional: true},
			{Name: "mode", Attr: mode.Constraint(), Default: mode.None},
		},
		Assembly: `$color ('tint' $tint^)? ('mode' '' $mode^)? attr-dict`,
	}

	dialect = &ir.Dialect{Name: "t", Ops: []*ir.OpDef{&op}, Attrs: []*ir.AttrDef{mode.AttrDef()}}
)

func TestTextOfEnumerations(t *testing.T) {
	tests := []struct{ name, in, out string }{
		{"keyword", `t.op red`, `t.op red`},
		{"a keyword that is one of the grammar's", `t.op true`, `t.op true`},
		{"string for a keyword", `t.op "green"`, `t.op green`},
		{"optional keyword", `t.op red tint green`, `t.op red tint green`},
		{"flag", `t.op red mode<b>`, `t.op red mode<b>`},
		{"flags in the order of their bits", `t.op red mode<c, a>`, `t.op red mode<a, c>`},
		{"a group for all its bits", `t.op red mode<a, b, c>`, `t.op red mode<all>`},
		{"the empty set is the default", `t.op red mode<none>`, `t.op red`},
		{"the attribute in full", `t.op red mode #t.mode<a>`, `t.op red mode<a>`},
		{"several flags in a string", `t.op red mode<"a, b">`, `t.op red mode<a, b>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := ir.NewContext(builtin.Dialect, dialect)
			parsed, err := text.ParseString(ctx, tt.in)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(string(text.Print(parsed.Region(0).Entry().First(), text.Options{})))
			if got != tt.out {
				t.Errorf("got %q, want %q", got, tt.out)
			}
			if err := ir.Verify(parsed, nil); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestTextThatIsNoEnumerator(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"keyword", `t.op blue`,
			"expected string or keyword containing one of the following enum values for attribute 'color' [red, green, true]"},
		{"string", `t.op "blue"`, `invalid color attribute specification: "blue"`},
		{"flag", `t.op red mode<d>`, "expected t.mode to be one of: none, a, b, c, all"},
		{"no flag", `t.op red mode<>`, "expected valid keyword or string"},
		{"another attribute", `t.op red mode @a`, "expected '<'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := text.ParseString(ir.NewContext(builtin.Dialect, dialect), tt.in)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestValuesOfAttributes(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, dialect)
	if v, ok := color.Value(color.Attr(ctx, 1)); !ok || color.Name(v) != "green" {
		t.Errorf("value %d, %t", v, ok)
	}
	others := []ir.Attribute{ctx.Integer(ctx.I(32), 3), ctx.Integer(ctx.I(32), -1), ctx.Integer(ctx.I(64), 1), ctx.Unit()}
	for _, a := range others {
		if _, ok := color.Value(a); ok {
			t.Errorf("%v is taken for a color", a)
		}
	}
	if bits, ok := mode.Value(mode.Attr(ctx, 5)); !ok || bits != 5 {
		t.Errorf("bits %b, %t", bits, ok)
	}
	if first, second := mode.Attr(ctx, 5), mode.Attr(ctx, 5); first != second {
		t.Error("equal sets are two attributes")
	}
	other := enums.NewFlags("t", "other", "", ",", enums.Flag{Name: "a", Bits: 1})
	if _, ok := mode.Value(other.Attr(ctx, 1)); ok {
		t.Error("a set of other flags is taken for a mode")
	}
}

func ExampleFlags() {
	ctx := ir.NewContext(builtin.Dialect, dialect)
	fmt.Println(mode.Attr(ctx, 1|4))
	// Output: #t.mode<a, c>
}
