package torch

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Apply creates the function of an elementwise primitive and returns its result. Arguments are *ir.Value, or numbers as
// [prim.NumberAttr] takes them.
func Apply(b *ir.Builder, p *ir.OpDef, args ...any) (*ir.Value, error) {
	def := FunctionFor(p)
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
