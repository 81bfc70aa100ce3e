package accesses

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Access describes an access of a tensor to global memory.
type Access struct {
	Op         *ir.Operation
	Layout     tilegpu.Encoding
	VectorBits int // width of one instruction of a thread
	Cost
	LeastSectors int // sectors of a warp, if all elements that it moves were contiguous
	// Limits are the reasons why the vector is not wider; none if it has the greatest width.
	Limits []Limit
}

// Cause is a reason for an access not to be wider.
type Cause int

// Causes of limits.
const (
	// Contiguity: further elements are not next to each other.
	Contiguity Cause = iota
	// Divisibility: addresses are not known to be aligned.
	Divisibility
	// Mask: neighbors may be masked differently.
	Mask
	// Elements: there are no more elements for each thread.
	Elements
	// Layout: the layout, which suits other operations, gives each thread fewer neighbors.
	Layout
)

// String returns the cause's name.
func (c Cause) String() string {
	return [...]string{"contiguity", "divisibility", "mask", "elements", "layout"}[c]
}

// Limit is what keeps an access from being wider.
type Limit struct {
	Cause Cause
	Width int64 // elements that the cause allows to move at once
	// Blame has the kernel's arguments and other values of unknown divisibility that cause the limit.
	Blame []*ir.Value
}

// Report returns the accesses of tensors in a kernel with layouts, in order.
func Report(kernel tile.Kernel) (out []Access, err error) {
	warps, ok := tilegpu.WarpsOf(kernel.Operation)
	if !ok {
		return nil, kernel.Errorf("has no layouts: run gpu-assign-layouts first")
	}
	info := axisinfo.Analyze(kernel)
	kernel.Walk(func(op *ir.Operation) bool {
		if !IsAccess(op) || err != nil {
			return err == nil
		}
		if t, ok := op.Operand(0).Type().(*ir.TensorType); ok {
			var a Access
			if a, err = describe(info, op, t, warps); err == nil {
				out = append(out, a)
			}
		}
		return true
	})
	return out, err
}

func describe(info *axisinfo.Info, op *ir.Operation, t *ir.TensorType, warps int) (Access, error) {
	l, err := tilegpu.LinearOf(t)
	if err != nil {
		return Access{}, op.Errorf("%w", err)
	}
	p := PatternOf(info, op)
	w := p.Widest(l)
	if w.Serve == 1 {
		w.Dim = p.Order()[0]
	}
	bytes := w.Moved * int(p.Bytes)
	a := Access{Op: op, Layout: tilegpu.EncodingOf(t), VectorBits: 8 * bytes, Cost: p.Cost(l)}
	lanes := l.InSize(layout.Lane)
	for f := l.FreeMask(layout.Lane); f != 0; f &= f - 1 {
		lanes /= 2
	}
	a.LeastSectors = max(1, lanes*a.Instructions*bytes/SectorBytes)
	a.Limits = limits(info, op, &p, l, w, t, warps)
	return a, nil
}

// limits returns the causes that allow exactly the number of elements that are moved, if a wider access exists. There
// is no limit if one element in memory serves several elements of the tensor.
func limits(info *axisinfo.Info, op *ir.Operation, p *Pattern, l layout.Layout, w Widest, t *ir.TensorType,
	warps int) (out []Limit) {
	most, dim, width := maxBytes/p.Bytes, w.Dim, int64(w.Serve)
	if width >= most || w.Moved < w.Serve {
		return nil
	}
	d := p.Dims[dim]
	if d.Contiguity <= width {
		out = append(out, Limit{Cause: Contiguity, Width: d.Contiguity})
	}
	if n := max(1, d.Divisor/p.Bytes); n <= width {
		out = append(out, Limit{Divisibility, n, blame(info, op.Operand(0), maxBytes)})
	}
	if p.Mask != nil && p.Mask[dim].Constancy <= width {
		out = append(out, Limit{Mask, p.Mask[dim].Constancy, blameMask(info, maskOf(op), most)})
	}
	if n := int64(l.Contiguous(layout.OutName(dim))); n <= width && len(out) == 0 {
		total, _ := ir.NumElements(t)
		cause := Layout
		if total <= width*int64(warps*tilegpu.WarpSize) {
			cause = Elements
		}
		out = append(out, Limit{Cause: cause, Width: n})
	}
	return out
}

// blame returns the origins, such as arguments, that prevent the analysis from showing that a value is a multiple of
// need. For pointers, need is in bytes.
func blame(info *axisinfo.Info, v *ir.Value, need int64) []*ir.Value {
	b := &blamer{info: info, seen: make(map[*ir.Value]bool)}
	b.value(v, need)
	return b.found
}

// blameMask returns the origins that prevent the analysis from showing that the operands of a mask's comparisons are
// multiples of need.
func blameMask(info *axisinfo.Info, mask *ir.Value, need int64) []*ir.Value {
	b := &blamer{info: info, seen: make(map[*ir.Value]bool)}
	b.mask(mask, need)
	return b.found
}

type blamer struct {
	info  *axisinfo.Info
	seen  map[*ir.Value]bool
	found []*ir.Value
}

func (b *blamer) mask(v *ir.Value, need int64) {
	def := v.DefiningOp()
	if def == nil || b.seen[v] {
		return
	}
	b.seen[v] = true
	if def.Is(&arith.CmpI) {
		for _, side := range def.Operands() {
			b.value(side, need)
		}
		return
	}
	for _, x := range def.Operands() {
		b.mask(x, need)
	}
}

// value follows sums, products and copies to the origins of their divisors.
func (b *blamer) value(v *ir.Value, need int64) {
	if b.seen[v] || b.divisor(v) >= need {
		return
	}
	b.seen[v] = true
	def := v.DefiningOp()
	if def == nil {
		b.found = append(b.found, v)
		return
	}
	switch def.Def() {
	case &tile.AddPtr:
		b.value(def.Operand(0), need)
		elem := ir.ElementOrSelf(def.Operand(0).Type()).(*tile.PtrType).Pointee()
		b.value(def.Operand(1), max(1, need/int64(max(1, ir.BitWidth(elem)/8))))
	case &arith.MulI: // a divisor of one factor is enough: prefer one that the host or the program can promise
		before := len(b.found)
		for _, x := range def.Operands() {
			if !isIndex(x) {
				b.value(x, need)
			}
		}
		if len(b.found) == before {
			b.found = append(b.found, v)
		}
	case &arith.AddI, &arith.SubI, &tile.Splat, &tile.Broadcast, &tile.ExpandDims, &tile.Reshape, &tile.Permute,
		&arith.ExtSI, &arith.ExtUI, &arith.IndexCast, &arith.TruncI, &tilegpu.ConvertLayout, &tile.Hint, &arith.Select:
		for _, x := range def.Operands() {
			if !ir.IsInt(ir.ElementOrSelf(x.Type()), 1) {
				b.value(x, need)
			}
		}
	case &tile.Iota, &arith.ConstantOp:
	default:
		b.found = append(b.found, v)
	}
}

// isIndex reports whether a value is the index of a program or of an element.
func isIndex(v *ir.Value) bool {
	def := v.DefiningOp()
	for def != nil && (def.Is(&tile.Splat) || def.Is(&tile.Broadcast) || def.Is(&tile.ExpandDims) ||
		def.Is(&arith.ExtSI)) {
		def = def.Operand(0).DefiningOp()
	}
	return def != nil && (def.Is(&tile.ProgramID) || def.Is(&tile.Iota))
}

// divisor returns the divisor of the first elements of a value's runs.
func (b *blamer) divisor(v *ir.Value) int64 {
	n := int64(1)
	for i, d := range b.info.Of(v) {
		if i == 0 || d.Contiguity > 1 {
			n = d.Divisor
		}
	}
	return n
}

// Text writes a report about the accesses of all kernels of a module.
func Text(w io.Writer, module *ir.Operation) error {
	for op := range module.Region(0).Entry().Ops() {
		kernel, ok := tile.AsKernel(op)
		if !ok {
			continue
		}
		list, err := Report(kernel)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "@%s: %d accesses of tensors\n", kernel.SymName(), len(list)); err != nil {
			return err
		}
		for _, a := range list {
			if _, err := io.WriteString(w, a.String()); err != nil {
				return err
			}
		}
	}
	return nil
}

// String describes the access in a few lines.
func (a Access) String() string {
	var s strings.Builder
	t := a.Op.Operand(0).Type().(*ir.TensorType)
	plain := a.Op.Context().TensorType(t.Shape(), t.ElementType(), nil)
	fmt.Fprintf(&s, "%s: %s of %s\n  %d bits at once, %s and %s (%d at least) a warp, %s, in %s\n",
		cmp.Or(ir.Position(a.Op.Loc()), "-"), a.Op.Name(), plain, a.VectorBits, counted(a.Instructions, "instruction"),
		counted(a.Sectors, "sector"), a.LeastSectors, counted(a.Warps, "warp"), a.Layout)
	for _, l := range a.Limits {
		fmt.Fprintf(&s, "  not wider: %s\n", l.describe(a.Op))
	}
	return s.String()
}

func (l Limit) describe(op *ir.Operation) string {
	bytes := maxBytes
	switch l.Cause {
	case Contiguity:
		if l.Width == 1 {
			return "neighboring elements are not next to each other in memory"
		}
		return fmt.Sprintf("only runs of %d elements are next to each other in memory", l.Width)
	case Divisibility:
		return fmt.Sprintf("addresses are only known to be aligned to %s", counted(l.Width, "element")) +
			remedy(op, l.Blame, int64(bytes))
	case Mask:
		return fmt.Sprintf("the mask may change after %s", counted(l.Width, "element")) + remedy(op, l.Blame, int64(bytes))
	case Elements:
		return fmt.Sprintf("each thread has only %s", counted(l.Width, "element"))
	}
	return fmt.Sprintf("the layout, which suits other operations, has runs of %s in a thread",
		counted(l.Width, "element"))
}

// counted returns a number with a noun, such as "1 warp" and "4 warps".
func counted[T int | int64](n T, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// remedy says for which arguments a promise would help, or where else a fact is missing.
func remedy(op *ir.Operation, blamed []*ir.Value, need int64) string {
	var parts []string
	for _, v := range blamed {
		if def := v.DefiningOp(); def != nil {
			at := cmp.Or(ir.Position(def.Loc()), "-")
			parts = append(parts, fmt.Sprintf("hint the divisibility of '%s' at %s", def.Name(), at))
			continue
		}
		if _, ok := tile.AsKernel(v.ParentBlock().ParentOp()); ok {
			parts = append(parts, fmt.Sprintf("annotate argument #%d with %s = %d", v.Index(), tile.ArgDivisibility, need))
		} else {
			parts = append(parts, fmt.Sprintf("hint the divisibility of what '%s' at %s carries",
				v.ParentBlock().ParentOp().Name(),
				cmp.Or(ir.Position(v.ParentBlock().ParentOp().Loc()), "-")))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}
