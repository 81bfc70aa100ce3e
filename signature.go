package girih

import (
	"bytes"
	"fmt"

	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// Parameters returns the parameters of a tile kernel, in order and with their names in the source. It is nil if the
// module has no such kernel, or if the kernel is already lowered to the program of one thread.
func (m *Module) Parameters(kernel string) []manifest.Parameter {
	op := ir.LookupSymbol(m.op, kernel)
	if op == nil {
		return nil
	}
	if k, ok := tile.AsKernel(op); ok {
		return signature(k)
	}
	return nil
}

// signatures returns the parameters of each tile kernel of a module. It must be called before the kernels are lowered,
// while their arguments are still arrays.
func signatures(module *ir.Operation) map[string][]manifest.Parameter {
	all := make(map[string][]manifest.Parameter)
	for op := range module.Region(0).Entry().Ops() {
		if k, ok := tile.AsKernel(op); ok {
			all[k.SymName()] = signature(k)
		}
	}
	return all
}

func signature(k tile.Kernel) []manifest.Parameter {
	list := []manifest.Parameter{}
	names, next := make(map[string]bool), 0
	for i, arg := range k.Entry().Args() {
		p := manifest.Parameter{Name: argumentName(k.Context(), arg, names), First: next}
		facts := k.ArgFacts(i)
		if facts.Divisibility > 1 {
			p.Divisor = facts.Divisibility
		}
		switch t := arg.Type().(type) {
		case *tile.ArrayType:
			p.Kind, p.Type = manifest.Array, t.ElementType().String()
			p.Sizes, p.Strides = dimensions(t.Shape()), dimensions(t.Strides())
			p.SizeDivisors, p.StrideDivisors = divisors(facts.Shape), divisors(facts.Strides)
		case *tile.PtrType:
			p.Kind, p.Type = manifest.Pointer, t.Pointee().String()
		case *ir.FloatType:
			p.Kind, p.Type = manifest.Float, t.String()
		default:
			p.Kind, p.Type = manifest.Integer, t.String()
		}
		list = append(list, p)
		next += p.Count()
	}
	return list
}

// dimensions returns sizes or strides as a manifest has them.
func dimensions(list []int64) []int64 {
	out := make([]int64, len(list))
	for i, n := range list {
		if out[i] = n; n == ir.Dynamic {
			out[i] = manifest.Dynamic
		}
	}
	return out
}

// divisors returns list, or nil if no entry promises any divisibility.
func divisors(list []int64) []int64 {
	for _, n := range list {
		if n > 1 {
			return list
		}
	}
	return nil
}

// argumentName returns the name of an argument in the source, or its number. taken holds the names used so far.
func argumentName(ctx *ir.Context, arg *ir.Value, taken map[string]bool) string {
	name := sourceName(ctx, arg)
	if name == "" || taken[name] {
		name = fmt.Sprintf("arg%d", arg.Index())
	}
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// sourceName returns the name in a value's location, as imported modules have it. Without one, it returns the
// identifier at the location in the source text.
func sourceName(ctx *ir.Context, v *ir.Value) string {
	switch loc := v.Loc().(type) {
	case *ir.NameLoc:
		if ir.IsBareIdentifier(loc.Name) {
			return loc.Name
		}
	case *ir.FileLineColRange:
		return identifierAt(ctx, loc)
	}
	return ""
}

// identifierAt returns the name of the value that a text has at a location.
func identifierAt(ctx *ir.Context, loc *ir.FileLineColRange) string {
	source := ctx.Source(loc.File)
	if source == nil || source.FirstCol > 1 {
		return ""
	}
	line := source.Text
	for n := max(1, source.FirstLine); n < int(loc.StartLine); n++ {
		_, after, ok := bytes.Cut(line, []byte("\n"))
		if !ok {
			return ""
		}
		line = after
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	if loc.StartCol < 1 || int(loc.StartCol) >= len(line) || line[loc.StartCol-1] != '%' {
		return ""
	}
	rest := string(line[loc.StartCol:])
	end := 0
	for end < len(rest) && ir.IsBareIdentifier(rest[:end+1]) {
		end++
	}
	return rest[:end]
}
