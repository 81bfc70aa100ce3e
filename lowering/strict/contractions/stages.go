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

// A kernel that computes nothing but a contraction may be replaced by several kernels, if their estimated time is less:
// kernels that copy operands to forms that are faster to load (copies.go), the contraction itself, and a kernel that
// adds up parts of sums (splits.go). Launchers run them one after the other. They also provide workspaces, which are
// arrays for the data that one kernel passes to the next.
//
//	tile.kernel @k(%a, %b, %c) { tile.contract "nc(h+r),krc->nkh" %a, %b into %c }
//
// becomes
//
//	tile.kernel @k_copies(%a, %b, %c, %w) { copies %a to %w }
//	tile.kernel @k(%a, %b, %c, %w) { tile.contract "n(h+r)c,krc->nkh" %w, %b into %c }
//
// where an attribute of @k names @k_copies as a kernel to launch before it (tile.Before), and %w is the workspace. All
// kernels of a launch have the same arguments.

// stages are the kernels of a contraction.
type stages struct {
	opts   Options
	kernel tile.Kernel       // the original kernel
	whole  *tile.Contraction // the contraction in the original kernel
	main   tile.Kernel       // the new kernel that computes the contraction; without an operation if there is none yet
	// copied are the forms to which operands are copied, nil for operands that are not copied.
	copied [2]*form
	parts  *division // how sums are divided; nil if they are not
	notes  []string  // text for remarks
}

// stage replaces the kernel of a contraction by several kernels if that is cheaper. It returns the contraction in the
// main kernel, and text for remarks.
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

// limit returns the time, in seconds, that kernels which replace a plan must not reach.
func (s *stages) limit(p *plan) float64 {
	if s.opts.Stages == "always" {
		return math.Inf(1)
	}
	return p.seconds()
}

// isAlone reports whether a kernel consists of one contraction of static sizes, whose operands and output are different
// arguments that do not overlap.
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

// clone copies a kernel. The name of the copy is that of the original kernel with a suffix.
func (s *stages) clone(from tile.Kernel, suffix string) tile.Kernel {
	b := ir.NewBuilder(s.kernel.Context()).Before(s.kernel.Operation)
	k := tile.Kernel{Operation: b.Clone(from.Operation, &ir.Mapping{})}
	k.SetAttr(ir.SymbolName, k.Context().StringAttr(s.kernel.SymName()+suffix))
	return k
}

// contractionIn returns the contraction that is the first operation of a clone.
func contractionIn(k tile.Kernel) *tile.Contraction {
	c, err := tile.ContractionOf(k.Entry().First())
	if err != nil {
		panic(fmt.Sprintf("contractions: the clone of a contraction is not a contraction: %v", err))
	}
	return c
}

// workspace returns the type of a workspace of a shape. Rows are padded so that they begin at aligned addresses.
func workspace(ctx *ir.Context, shape []int64, elem ir.Type) *tile.ArrayType {
	strides, n := make([]int64, len(shape)), int64(1)
	for d, size := range slices.Backward(shape) {
		strides[d] = n
		if by := int64(8 * workspaceAlignment / ir.BitWidth(elem)); d == len(shape)-1 && d > 0 && by > 1 {
			size = ceil(size, by) * by
		}
		n *= size
	}
	return tile.Array(ctx, shape, elem, strides)
}

// addWorkspace adds a workspace to a kernel: an argument for which the launcher allocates an array of the given shape.
func addWorkspace(k tile.Kernel, shape []int64, elem ir.Type) *ir.Value {
	ctx := k.Context()
	attrs := make([]ir.Attribute, k.Entry().NumArgs(), k.Entry().NumArgs()+1)
	for i := range attrs {
		attrs[i] = ctx.Dict()
		if a := function.ArgAttrsOf(k.Operation, i); a != nil {
			attrs[i] = a
		}
	}
	t := workspace(ctx, shape, elem)
	padded := slices.Clone(shape)
	if len(shape) > 1 {
		padded[len(shape)-1] = t.Strides()[len(shape)-2]
	}
	attrs = append(attrs, ctx.Dict(
		ir.NamedAttr{Name: tile.ArgDivisibility, Value: ctx.Integer(ctx.I(32), workspaceAlignment)},
		ir.NamedAttr{Name: tile.Workspace, Value: ctx.TypeAttr(ctx.TensorType(padded, elem, nil))}))
	v := k.Entry().AddArg(ctx, t, k.Loc())
	k.SetAttr(function.ArgAttrs, ctx.Array(attrs...))
	k.UpdateType()
	return v
}

// workspaceAlignment is the alignment of workspaces and of their rows in bytes, as bulk copies require it.
const workspaceAlignment = 16

// addWorkspaces adds the workspaces of all kernels of the launch to a kernel, in the same order for all.
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

// finish makes the kernels that copy operands and add up parts. The main kernel gets the name of the original kernel,
// which is erased.
func (s *stages) finish() (*tile.Contraction, string, error) {
	var before, after []ir.Attribute
	ctx := s.kernel.Context()
	if s.copied != [2]*form{} {
		k := s.clone(s.kernel, "_copies")
		copied, _ := s.addWorkspaces(k)
		s.copy(contractionIn(k), copied)
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
	return slices.ContainsFunc(arrays, func(v *ir.Value) bool { return isFar(v.Type().(*tile.ArrayType)) })
}

// isFar reports whether indices of an array need 64 bits.
func isFar(t *tile.ArrayType) bool {
	left := int64(maxNarrow)
	for d, size := range t.Shape() {
		stride := max(t.Strides()[d], -t.Strides()[d])
		if size > 0 && stride > left/size {
			return true
		}
		left -= size * stride
	}
	return false
}

// maxNarrow is the largest distance, in elements, for which indices of 32 bits are used.
const maxNarrow = 1 << 29

// note adds text for the remark.
func (s *stages) note(format string, args ...any) {
	s.notes = append(s.notes, "; "+fmt.Sprintf(format, args...))
}
