package contractions

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
)

// If a kernel computes nothing but a contraction, it may become several kernels. Launchers run them one after the
// other, and provide arrays for what one kernel passes to the next: kernels that copy operands into an order in which
// tiles of them are boxes (copies.go), the contraction itself, and one that adds up parts of sums (splits.go). Costs
// decide.
//
//	tile.kernel @k(%a, %b, %c) { tile.contract "nc(h+r),krc->nkh" %a, %b into %c }
//
// becomes
//
//	tile.kernel @k_lhs(%a, %b, %c, %w) { copies %a to %w }
//	tile.kernel @k(%a, %b, %c, %w) { tile.contract "n(h+r)c,krc->nkh" %w, %b into %c }
//
// where @k names @k_lhs as a kernel that is launched before it, and %w is its workspace. All kernels of a launch have
// the same arguments.

// stages are the kernels of a contraction.
type stages struct {
	opts   Options
	kernel tile.Kernel       // as it was
	whole  *tile.Contraction // in it
	main   tile.Kernel       // that computes the contraction
	// copied are the forms in which operands are copied, nil for those that are not, and parts the division of sums.
	copied [2]*form
	parts  *division
	notes  []string // for remarks
}

// stage makes kernels of a contraction if that is cheaper, and returns the contraction that is left of it, with what
// remarks say about that.
func stage(c *tile.Contraction, opts Options) (*tile.Contraction, string, error) {
	p, err := newPlan(c, opts)
	if err != nil || !p.isAlone() {
		return c, "", err
	}
	s := &stages{opts: opts, kernel: tile.Kernel{Operation: c.Parent()}, whole: c}
	if p, err = s.chooseCopies(p); err == nil {
		err = s.chooseParts(p)
	}
	if err != nil || s.main.Operation == nil {
		return c, "", err
	}
	return s.finish()
}

// limit is how long kernels may take that replace a plan.
func (s *stages) limit(p *plan) float64 {
	if s.opts.Stages == "always" {
		return math.Inf(1)
	}
	return p.seconds()
}

// isAlone reports whether a contraction of known sizes is all that a kernel computes, of arguments that nothing else
// leads to.
func (p *plan) isAlone() bool {
	kernel, ok := tile.AsKernel(p.Parent())
	if !ok || p.extents == nil || p.Scatters() || len(p.Tables) > 0 || !kernel.Region(0).HasOneBlock() ||
		kernel.Entry().First() != p.Operation || p.Next() == nil || !p.Next().Is(&tile.Return) {
		return false
	}
	if before, after := tile.StepsOf(kernel.Operation); before != nil || after != nil {
		return false
	}
	arrays := []*ir.Value{p.LHS, p.RHS, p.Output}
	for i, v := range arrays {
		if v.ArgumentOf() != kernel.Entry() || kernel.MayOverlap(v.Index()) || slices.Contains(arrays[:i], v) {
			return false
		}
	}
	return !slices.Contains(p.Others, p.Output)
}

// clone copies a kernel beside the one that it comes from, under another name.
func (s *stages) clone(from tile.Kernel, suffix string) tile.Kernel {
	b := ir.NewBuilder(s.kernel.Context()).Before(s.kernel.Operation)
	k := tile.Kernel{Operation: b.Clone(from.Operation, &ir.Mapping{})}
	k.SetAttr(ir.SymbolName, k.Context().StringAttr(s.kernel.SymName()+suffix))
	return k
}

// contractionIn returns the contraction that a clone begins with, which is verified.
func contractionIn(k tile.Kernel) *tile.Contraction {
	c, err := tile.ContractionOf(k.Entry().First())
	if err != nil {
		panic(err) // unreachable: the clone of an operation that has been read
	}
	return c
}

// addWorkspace gives a kernel an argument that the launcher provides: an array of a shape, whose rows begin at aligned
// addresses.
func addWorkspace(k tile.Kernel, shape []int64, elem ir.Type) *ir.Value {
	ctx := k.Context()
	padded := slices.Clone(shape)
	if n := int64(8 * workspaceAlignment / ir.BitWidth(elem)); len(shape) > 1 && n > 1 {
		padded[len(shape)-1] = ceil(shape[len(shape)-1], n) * n
	}
	strides, n := make([]int64, len(shape)), int64(1)
	for d, size := range slices.Backward(padded) {
		strides[d] = n
		n *= size
	}
	attrs := make([]ir.Attribute, k.Entry().NumArgs(), k.Entry().NumArgs()+1)
	for i := range attrs {
		attrs[i] = ctx.Dict()
		if a := function.ArgAttrsOf(k.Operation, i); a != nil {
			attrs[i] = a
		}
	}
	attrs = append(attrs, ctx.Dict(
		ir.NamedAttr{Name: tile.ArgDivisibility, Value: ctx.Integer(ctx.I(32), workspaceAlignment)},
		ir.NamedAttr{Name: tile.Workspace, Value: ctx.TypeAttr(ctx.TensorType(padded, elem, nil))}))
	v := k.Entry().AddArg(ctx, tile.Array(ctx, shape, elem, strides), k.Loc())
	k.SetAttr(function.ArgAttrs, ctx.Array(attrs...))
	k.UpdateType()
	return v
}

// workspaceAlignment is that of the addresses of workspaces, and of their rows, in bytes: as bulk copies need it.
const workspaceAlignment = 16

// addWorkspaces gives a kernel the workspaces of all kernels of the launch, in their order.
func (s *stages) addWorkspaces(k tile.Kernel) (copied [2]*ir.Value, sums *ir.Value) {
	for i, f := range s.copied {
		if f != nil {
			elem := [2]*ir.Value{s.whole.LHS, s.whole.RHS}[i].Type().(*tile.ArrayType).ElementType()
			copied[i] = addWorkspace(k, f.shape, elem)
		}
	}
	if s.parts != nil {
		sums = addWorkspace(k, s.parts.shape, s.whole.Accumulator)
	}
	return copied, sums
}

// finish makes the kernels beside that of the contraction, which gets the name of the kernel as it was.
func (s *stages) finish() (*tile.Contraction, string, error) {
	var before, after []ir.Attribute
	ctx := s.kernel.Context()
	for i, f := range s.copied {
		if f == nil {
			continue
		}
		k := s.clone(s.kernel, [2]string{"_lhs", "_rhs"}[i])
		copied, _ := s.addWorkspaces(k)
		if err := s.copy(contractionIn(k), i, copied[i]); err != nil {
			return nil, "", err
		}
		before = append(before, ctx.SymbolRef(k.SymName()))
	}
	if s.parts != nil {
		k := s.clone(s.kernel, "_total")
		_, sums := s.addWorkspaces(k)
		if err := s.addUp(contractionIn(k), sums); err != nil {
			return nil, "", err
		}
		after = append(after, ctx.SymbolRef(k.SymName()))
	}
	s.main.SetAttr(ir.SymbolName, ctx.StringAttr(s.kernel.SymName()))
	for name, list := range map[string][]ir.Attribute{tile.Before: before, tile.After: after} {
		if list != nil {
			s.main.SetAttr(name, ctx.Array(list...))
		}
	}
	s.kernel.Erase()
	return contractionIn(s.main), strings.Join(s.notes, ""), nil
}

// unusedLetters returns letters that an equation does not have.
func unusedLetters(eq *contract.Equation, n int) (out []contract.Letter) {
	used := slices.Concat(eq.Batch, eq.M, eq.N, eq.K)
	for l := contract.Letter('a'); l <= 'z' && len(out) < n; l++ {
		if !slices.Contains(used, l) {
			out = append(out, l)
		}
	}
	return out
}

// isWide reports whether indices of arrays need 64 bits.
func isWide(arrays ...*ir.Value) bool {
	return slices.ContainsFunc(arrays, func(v *ir.Value) bool {
		n, t := int64(0), v.Type().(*tile.ArrayType)
		for d, size := range t.Shape() {
			n += size * max(t.Strides()[d], -t.Strides()[d])
		}
		return n > maxNarrow
	})
}

// maxNarrow is the most elements that indices of 32 bits reach.
const maxNarrow = 1 << 29

// note adds to what remarks say.
func (s *stages) note(format string, args ...any) {
	s.notes = append(s.notes, "; "+fmt.Sprintf(format, args...))
}
