package importgo

import (
	"go/ast"
	"go/constant"
	"go/types"
	"math/bits"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// option is an option of package kernel, such as Else. It may have a value, and a text.
type option struct {
	name  string
	text  string
	value *value
}

// invocation is a call of a function of package kernel.
type invocation struct {
	call     *ast.CallExpr
	name     string
	receiver *value
	args     []*value
	options  []*option
	// typ is the type of the result; nil if there is none. types has the type arguments.
	typ   types.Type
	types []types.Type
}

// builtins has the functions of package kernel that the front end translates itself. Other functions of that package
// are translated like any Go code.
var builtins map[string]func(i *importer, c *invocation) *value

// An initializer would be an initialization cycle: the functions translate expressions, which use builtins.
func init() {
	builtins = map[string]func(i *importer, c *invocation) *value{
		"Program":  func(i *importer, c *invocation) *value { return i.gridIndex(c, tile.NewProgramID) },
		"Programs": func(i *importer, c *invocation) *value { return i.gridIndex(c, tile.NewNumPrograms) },
		"Range":    (*importer).newRange,
		"Else": func(_ *importer, c *invocation) *value {
			return &value{option: &option{name: "Else", value: c.args[0]}}
		},
		"When": func(_ *importer, c *invocation) *value {
			return &value{option: &option{name: "When", value: c.args[0]}}
		},

		"Array.Load": (*importer).loadArray, "Array.Store": (*importer).storeArray,
		"Array.Len":    (*importer).arrayLen,
		"Array.Slice":  (*importer).sliceArray,
		"Pointer.Load": (*importer).loadPointer, "Pointer.Store": (*importer).storePointer,
		"Pointer.CompareAndSwap": (*importer).compareAndSwap,

		"Exp": unary(&tile.Exp), "Exp2": unary(&tile.Exp2), "Log": unary(&tile.Log), "Log2": unary(&tile.Log2),
		"Log1p": unary(&tile.Log1P), "Expm1": unary(&tile.ExpM1), "Sqrt": unary(&tile.Sqrt), "Rsqrt": unary(&tile.RSqrt),
		"Sin": unary(&tile.Sin), "Cos": unary(&tile.Cos), "Tanh": unary(&tile.Tanh), "Erf": unary(&tile.Erf),
		"Floor": unary(&tile.Floor), "Ceil": unary(&tile.Ceil), "Trunc": unary(&tile.Trunc), "Round": unary(&tile.Round),
		"Abs": unary(&tile.Abs), "IsNaN": unary(&tile.IsNaN),
		"Add": binary(&tile.Add), "Sub": binary(&tile.Sub), "Mul": binary(&tile.Mul), "Div": binary(&tile.Div),
		"Pow": binary(&tile.Pow), "MulHi": binary(&tile.MulHi),
		"FMA":   (*importer).fma,
		"Where": func(i *importer, c *invocation) *value { return i.where(c.args[0], c.args[1], c.args[2]) },
		"Bits":  (*importer).bitcast,

		"Sum": reduction(&tile.Add), "Prod": reduction(&tile.Mul), "Max": reduction(&tile.Max), "Min": reduction(&tile.Min),
		"Any": reduction(&tile.Or), "All": reduction(&tile.And),
		"ArgMax": extremum(tile.GT), "ArgMin": extremum(tile.LT),
		"Reduce": (*importer).reduceBy, "Scan": (*importer).scanBy, "CumSum": (*importer).cumSum,
		"Sort": sorting(false), "SortDescending": sorting(true), "TopK": (*importer).topK, "Histogram": (*importer).histogram,
		"Contract": (*importer).contraction, "Table": named, "With": named, "Epilogue": (*importer).withEpilogue,
		"Dot": (*importer).dot, "Convert": (*importer).converted, "Saturate": (*importer).saturate,

		"Assert": (*importer).assert, "Print": (*importer).print,
	}
	for name, kind := range map[string]tile.AtomicKind{"Add": tile.AtomicAdd, "Max": tile.AtomicMax, "Min": tile.AtomicMin,
		"And": tile.AtomicAnd, "Or": tile.AtomicOr, "Xor": tile.AtomicXOr, "Exchange": tile.AtomicXchg} {
		builtins["Array."+name], builtins["Pointer."+name] = arrayAtomic(kind), pointerAtomic(kind)
	}
}

// builtinName returns the name of a function of package kernel in builtins. A method has the name of its type before
// it.
func builtinName(c *closure) string {
	if c.receiver == nil {
		return c.function.Name()
	}
	name, _ := languageType(c.receiver.typ)
	return strings.TrimRight(name, "123456") + "." + c.function.Name()
}

func (i *importer) builtin(f func(*importer, *invocation) *value, c *closure, e *ast.CallExpr) *value {
	in := &invocation{call: e, name: c.function.Name(), receiver: c.receiver}
	parameters := c.function.Type().(*types.Signature).Params()
	for n, a := range e.Args {
		v := i.expr(a)
		if v.option != nil {
			in.options = append(in.options, v.option)
			continue
		}
		if v.con != nil && n < parameters.Len() {
			if basic, ok := v.typ.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
				v = i.typed(v, i.pkg.info.TypeOf(a))
			}
		}
		in.args = append(in.args, v)
	}
	i.at(e)
	if t := i.pkg.info.TypeOf(e); t != nil && !isEmptyTuple(t) {
		in.typ = i.subst(t)
	}
	for n := range c.instance.TypeArgs.Len() {
		in.types = append(in.types, i.subst(c.instance.TypeArgs.At(n)))
	}
	return f(i, in)
}

func isEmptyTuple(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	return ok && tuple.Len() == 0
}

func (c *invocation) option(name string) *option {
	for _, o := range c.options {
		if o.name == name {
			return o
		}
	}
	return nil
}

// constantArg returns an argument that must be a constant integer.
func (i *importer) constantArg(c *invocation, n int) int64 {
	if c.args[n].con == nil {
		i.fail(c.call.Args[n], "this must be a constant: a Go constant, or a parameter of type kernel.Const")
	}
	out, _ := constant.Int64Val(constant.ToInt(c.args[n].con))
	return out
}

func (i *importer) gridIndex(c *invocation, create func(*ir.Builder, int) *ir.Value) *value {
	axis := i.constantArg(c, 0)
	if axis < 0 || axis >= tile.GridAxes {
		i.fail(c.call.Args[0], "a grid has the axes 0 to %d, but got %d", tile.GridAxes-1, axis)
	}
	return &value{typ: c.typ, v: create(i.b, int(axis))}
}

// newRange translates kernel.Range. It makes an axis, or returns the same axis if the call has been translated before.
func (i *importer) newRange(c *invocation) *value {
	n := i.constantArg(c, 0)
	if !tile.IsSize(n) {
		i.fail(c.call.Args[0], "a range has a power of two of elements, or a sum of up to four of them that are at least 8, "+
			"at most %d, but got %d; the next power of two is %d: load what is beyond the array with kernel.Else",
			tile.MaxElements, n, int64(1)<<bits.Len64(uint64(max(n, 1)-1)))
	}
	key := i.frame.path() + position(c.call.Pos())
	a := i.axes[key]
	if a == nil {
		a = &axis{size: n, rank: len(i.axes), pos: c.call.Pos()}
		i.axes[key] = a
	}
	return &value{typ: c.typ, v: tile.NewIota(i.b, n), axes: []*axis{a}, along: a}
}

func unary(def *ir.OpDef) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value {
		options := c.options
		if has(def, tile.RoundingName) && len(options) == 0 {
			options = i.frame.approximations(i.element(c.args[0].typ) == i.ctx.F32() && approximable(def), "Approx")
			if options != nil && def == &tile.Exp2 {
				options = append(options, &option{name: flushToZero})
			}
		}
		out := i.map1(def, c.args[0], options...)
		out.typ = c.typ
		return out
	}
}

// approximable reports whether an operation accepts the rounding mode approx.
func approximable(def *ir.OpDef) bool {
	return def == &tile.Exp || def == &tile.Exp2 || def == &tile.Sqrt || def == &tile.RSqrt || def == &tile.Tanh
}

func has(def *ir.OpDef, attr string) bool {
	for _, a := range def.Attrs {
		if a.Name == attr {
			return true
		}
	}
	return false
}

func binary(def *ir.OpDef) func(*importer, *invocation) *value {
	return func(i *importer, c *invocation) *value { return i.map2(def, c.args[0], c.args[1], c.typ, c.options...) }
}

func (i *importer) fma(c *invocation) *value {
	axes := union(c.args[0].axes, union(c.args[1].axes, c.args[2].axes))
	v, err := tile.NewFMA(i.b, i.aligned(c.args[0], axes), i.aligned(c.args[1], axes), i.aligned(c.args[2], axes))
	setRounding(i.check(v, err), i.ctx, c.options)
	return &value{typ: c.typ, v: v, axes: axes}
}

func (i *importer) bitcast(c *invocation) *value {
	x := c.args[0]
	from, to := i.element(x.typ), i.element(c.typ)
	if ir.BitWidth(from) != ir.BitWidth(to) {
		i.failHere("%s has %d bits and %s has %d: the same bits need as many", i.typeName(x.typ), ir.BitWidth(from),
			i.typeName(c.typ), ir.BitWidth(to))
	}
	return &value{typ: c.typ, v: tile.Reinterpret(i.b, &tile.Bitcast, i.tensor(x), to), axes: x.axes}
}

// converted translates kernel.Convert, with rounding options.
func (i *importer) converted(c *invocation) *value {
	out := i.cast(i.tensor(c.args[0]), i.element(c.typ))
	setRounding(out, i.ctx, c.options)
	return &value{typ: c.typ, v: out, axes: c.args[0].axes}
}

// saturate translates kernel.Saturate: numbers out of range become the nearest number of the type.
func (i *importer) saturate(c *invocation) *value {
	out := i.converted(c)
	out.v.DefiningOp().SetAttr(tile.SaturateName, i.ctx.Unit())
	return out
}

func (i *importer) assert(c *invocation) *value {
	condition := c.args[0]
	if i.mask != nil {
		condition = i.map2(&tile.Or, i.map1(&tile.Not, i.mask), condition, condition.typ)
	}
	tile.NewAssert(i.b, i.tensor(condition), i.text(c, 1))
	return nil
}

func (i *importer) print(c *invocation) *value {
	var values []*ir.Value
	for _, v := range c.args[1:] {
		values = append(values, i.tensor(v))
	}
	tile.NewPrint(i.b, i.text(c, 0), false, values...)
	return nil
}

// text returns an argument that must be a constant string.
func (i *importer) text(c *invocation, n int) string {
	if c.args[n].con == nil || c.args[n].con.Kind() != constant.String {
		i.fail(c.call.Args[n], "this must be a constant string")
	}
	return constant.StringVal(c.args[n].con)
}
