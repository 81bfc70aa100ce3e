package torch

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Apply creates the function that corresponds to an elementwise primitive and returns its result. Arguments are
// *ir.Value or numbers that [prim.NumberAttr] accepts.
func Apply(b *ir.Builder, p *ir.OpDef, args ...any) (*ir.Value, error) {
	def := functionFor(p)
	st := b.State(def)
	segments := make([]int32, len(args))
	for i, a := range args {
		if v, ok := a.(*ir.Value); ok {
			st.Operands = append(st.Operands, v)
			segments[i] = 1
		} else {
			st.SetInherent(p.Operands[i].Name+"_number", prim.NumberAttr(b.Context(), a))
		}
	}
	st.SetSegments(segments...)
	st.Types = append(st.Types, b.Context().TensorType(nil, b.Context().F32(), nil)) // until the typing is known
	op := b.Create(st)
	f, _ := FunctionOf(op)
	s, _ := SchemaOf(op)
	t, err := f.Typing(Call{op, s})
	if err != nil {
		op.Erase()
		return nil, fmt.Errorf("%s: %w", def.Name, err)
	}
	op.Result(0).SetType(b.Context().TensorType(t.Shape, t.Result, nil))
	return op.Result(0), nil
}

// Another creates the operator with the given name and returns it. It gets those arguments of the call that it has
// parameters for. It is an error if the dialect has no operator with that name.
func Another(b *ir.Builder, c Call, name string, results ...ir.Type) (*ir.Operation, error) {
	defs := Dialect.Definitions()
	i := slices.IndexFunc(defs, func(def *ir.OpDef) bool { return def.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("the dialect torch has no operator %s", name)
	}
	def := defs[i]
	st := b.State(def)
	st.Types = results
	var segments []int32
	for _, p := range c.Schema.Params {
		if p.isValue() || p.Type == IntsParam {
			values := c.values(p.Name)
			st.Operands, segments = append(st.Operands, values...), append(segments, int32(len(values)))
		}
		for _, name := range []string{p.Name, p.Name + "_number", p.Name + "_places"} {
			if a := c.Inherent(name); a != nil {
				st.SetInherent(name, a)
			}
		}
	}
	if def.Traits&ir.AttrSizedOperandSegments != 0 {
		st.SetSegments(segments...)
	}
	return b.Create(st), nil
}
