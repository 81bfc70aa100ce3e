package importgo

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// contraction translates kernel.Contract.
func (i *importer) contraction(c *invocation) *value {
	text := i.text(c, 0)
	var arrays [3]*ir.Value
	for n := range arrays {
		arrays[n] = i.arrayArg(c.call.Args[n+1], c.args[n+1])
	}
	var o tile.ContractOptions
	var epilogue *option
	for _, option := range c.options {
		switch option.name {
		case "Padded":
			eq, err := contract.Parse(text)
			if err != nil {
				i.fail(c.call.Args[0], "%w", err)
			}
			o.LHSOutside, o.RHSOutside = padded(eq.A), padded(eq.B)
		case "Table":
			o.Tables, o.TableNames = append(o.Tables, option.value.v), append(o.TableNames, option.text)
		case "With":
			o.Others, o.Axes = append(o.Others, option.value.v), append(o.Axes, option.text)
		case "Epilogue":
			epilogue = option
		default:
			i.failHere("a contraction has no option %s: it has Padded, Table, With and Epilogue", option.name)
		}
	}
	if epilogue != nil {
		o.Epilogue = func(b *ir.Builder, sum *ir.Value, others []*ir.Value) (*ir.Value, error) {
			return i.epilogue(c, epilogue.value.fn, b, append([]*ir.Value{sum}, others...)), nil
		}
	} else if o.Others != nil {
		i.failHere("kernel.With is for the function of kernel.Epilogue, which is missing")
	}
	if _, err := tile.NewContract(i.b, text, arrays[0], arrays[1], arrays[2], o); err != nil {
		i.failHere("%w", err)
	}
	return nil
}

// padded returns, for each axis, whether elements outside of the operand count as zero: for axes that are expressions,
// but not for single letters.
func padded(axes []contract.Axis) []tile.Outside {
	out := make([]tile.Outside, len(axes))
	for n, axis := range axes {
		if _, alone := axis.Expr.(contract.Letter); !alone {
			out[n] = tile.OutsideZero
		}
	}
	return out
}

// arrayArg returns an argument that must be an array.
func (i *importer) arrayArg(e ast.Expr, v *value) *ir.Value {
	name, _ := languageType(i.subst(v.typ))
	if v.v == nil || !strings.HasPrefix(name, "Array") {
		i.fail(e, "this must be an array, but it is a %s", i.typeName(v.typ))
	}
	return v.v
}

// named translates options that consist of a constant name and an array: kernel.Table and kernel.With.
func named(i *importer, c *invocation) *value {
	name := i.text(c, 0)
	array := i.arrayArg(c.call.Args[1], c.args[1])
	return &value{option: &option{name: c.name, text: name, value: &value{typ: c.args[1].typ, v: array}}}
}

// withEpilogue translates the option kernel.Epilogue, which has a function.
func (i *importer) withEpilogue(c *invocation) *value {
	if c.args[0].fn == nil {
		i.fail(c.call.Args[0], "an epilogue is a function, but this is a %s", i.typeName(c.args[0].typ))
	}
	return &value{option: &option{name: c.name, value: c.args[0]}}
}

// epilogue inlines the function that computes an element of the output into the region of the contraction.
func (i *importer) epilogue(c *invocation, f *closure, b *ir.Builder, arguments []*ir.Value) *ir.Value {
	var s *types.Signature
	if f.literal != nil {
		s, _ = i.pkg.info.TypeOf(f.literal).(*types.Signature)
	} else {
		s, _ = f.function.Type().(*types.Signature)
	}
	if s.Params().Len() != len(arguments) || s.Results().Len() != 1 {
		i.failHere("the epilogue gets the sum and an element of each of the %d arrays of kernel.With, and returns one "+
			"element: func(sum float32%s) T", len(arguments)-1, strings.Repeat(", x T", len(arguments)-1))
	}
	list := make([]*value, len(arguments))
	for n, v := range arguments {
		p := s.Params().At(n)
		if want := i.element(p.Type()); want != v.Type() {
			i.failHere("%s of the epilogue is of type %s, but the elements are %s", p.Name(), i.typeName(p.Type()), v.Type())
		}
		list[n] = &value{typ: i.subst(p.Type()), v: v}
	}
	outer, mask := i.b, i.mask
	i.b, i.mask = b, nil
	defer func() { i.b, i.mask = outer, mask }()
	b.SetLoc(i.location(i.pos))
	return i.tensor(i.inline(f, list, c.call.Pos()))
}
