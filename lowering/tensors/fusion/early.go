package fusion

import (
	"errors"
	"slices"

	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Two regions that read the same large tensor often stay apart because the later one needs a small value that was
// merged with the earlier one, though it does not depend on the large tensor. For instance, the gradient of a
// cross-entropy
//
//	%w = prim.where %ignored, %zeros, %ones : tensor<8192xi1>, tensor<8192xf32>
//	%a = prim.mul %w, %logarithms : tensor<8192xf32>
//	%n = prim.sum %w dims [0] : tensor<8192xf32> -> tensor<f32>
//
// is divided by the number %n of targets. If %w is in the region that computes the logarithms, %n is computed after it,
// and the gradient after %n. If %w and %n are computed first, the loss and its gradient are one region, which reads the
// logits once.

// errBetween is wrapped by refusals to merge regions because of operations between them.
var errBetween = errors.New("depends on one of the regions, and the other region depends on it")

// Bounds of the search for operations to compute first.
const (
	maxPairs   = 64 // pairs of regions that are looked at
	maxEarly   = 32 // operations that are computed first
	leastSaved = 16 // bytes that are not read again, for each byte of their results
)

// computeFirst divides the block again so that regions with a common operand become one, if that only needs small
// values to be computed before them.
func (d *divider) computeFirst(f fn.Func, unknown int64) *divider {
	pairs := 0
	for k := 0; k < len(d.refusals) && pairs < maxPairs; k++ {
		r := d.refusals[k]
		if !errors.Is(r.err, errBetween) || r.producer == nil {
			continue
		}
		pairs++
		s := &slice{d: d, early: d.units[d.number[r.producer]], late: d.units[d.number[r.op]], unknown: unknown}
		if s.early == s.late || !s.early.region || !s.late.region || !s.find() {
			continue
		}
		before := d.early
		s.move(ir.NewBuilder(f.Context()))
		next := divide(f.Entry(), d.wide, append(slices.Clone(before), s.ops...))
		if next.units[next.number[r.producer]] != next.units[next.number[r.op]] {
			next = divide(f.Entry(), d.wide, before)
		}
		d, k = next, -1
	}
	return d
}

// slice is operations that a region needs and that depend on another region, or are part of it.
type slice struct {
	d           *divider
	early, late *unit
	unknown     int64

	depends map[int]bool // operations that depend on the early region, and those in it
	reached map[int]bool // the slice, and what it needs of later operations
	ops     []*ir.Operation
	fills   []*ir.Operation // constants of the slice, which take their shapes from values outside of it
	written int64           // bytes of the results
	failed  bool
}

// find finds the slice. It reports false if it needs large values of the early region, or if it would not save bytes.
func (s *slice) find() bool {
	d := s.d
	s.depends, s.reached = make(map[int]bool), make(map[int]bool)
	for i := s.early.ops[0]; i <= s.late.last(); i++ {
		in := d.units[i] == s.early
		for _, v := range d.ops[i].Operands() {
			p := v.DefiningOp()
			in = in || p != nil && s.depends[d.number[p]] && !isConstant(d.ops[i])
		}
		s.depends[i] = in
	}
	for _, i := range s.late.ops {
		for _, v := range d.ops[i].Operands() {
			if p := v.DefiningOp(); p != nil && !isConstant(d.ops[i]) && d.units[d.number[p]] != s.early {
				s.reach(d.number[p])
			}
		}
	}
	return !s.failed && len(s.ops) > 0 && s.common() >= leastSaved*s.written &&
		!slices.ContainsFunc(s.fills, func(fill *ir.Operation) bool { return s.like(fill) == nil })
}

// reach adds an operation on which the late region depends.
func (s *slice) reach(i int) {
	op := s.d.ops[i]
	if s.failed || s.reached[i] || s.d.units[i] == s.late || i < s.early.ops[0] {
		return
	}
	s.reached[i] = true
	if s.depends[i] {
		s.ops = append(s.ops, op)
		s.count(op)
	}
	if isConstant(op) {
		s.fills = append(s.fills, op)
		return
	}
	s.failed = s.failed || len(s.reached) > maxEarly || op.Info().DialectName() != prim.Dialect.Name ||
		op.Is(&prim.RandomKey) || op.NumRegions() > 0
	for _, v := range op.Operands() {
		if p := v.DefiningOp(); p != nil {
			s.reach(s.d.number[p])
		}
	}
}

// count adds the bytes of an operation's results, and fails if it has large operands or results. Views cost nothing.
func (s *slice) count(op *ir.Operation) {
	if !prim.IsElementwise(op) && prim.IsView(op) || isConstant(op) {
		return
	}
	for _, v := range append(op.OperandValues(), op.ResultValues()...) {
		s.failed = s.failed || bytesOf(v, s.unknown) > s.most()
	}
	for _, v := range op.ResultValues() {
		s.written += bytesOf(v, s.unknown)
	}
}

// most is the largest number of bytes of a small value.
func (s *slice) most() int64 {
	n := int64(1)
	for _, size := range s.early.space.Shape {
		if size == ir.Dynamic {
			size = s.unknown
		}
		n *= size
	}
	return n / leastSaved
}

// common returns how many bytes of operands both regions read.
func (s *slice) common() (n int64) {
	early := s.d.operations(s.early.ops)
	both := append(inputs(early), escaping(early)...)
	for _, v := range inputs(s.d.operations(s.late.ops)) {
		if slices.Contains(both, v) {
			n += bytesOf(v, s.unknown)
		}
	}
	return n
}

// move moves the slice, and what it needs, before the early region.
func (s *slice) move(b *ir.Builder) {
	first := s.d.ops[s.early.ops[0]]
	for i := s.early.ops[0]; i <= s.late.last(); i++ {
		if s.reached[i] {
			s.d.ops[i].MoveBefore(first)
		}
	}
	for _, fill := range s.fills {
		like := s.like(fill)
		if own := fill.Operand(0).Type(); like.Type() != own {
			like, _ = prim.Make(b.Before(fill), &prim.ConvertElementType, own, []*ir.Value{like})
		}
		fill.SetOperand(0, like)
	}
}

// like returns a value of a constant's shape that is known before the early region; nil if there is none.
func (s *slice) like(fill *ir.Operation) *ir.Value {
	isKnown := func(v *ir.Value) bool {
		p := v.DefiningOp()
		if p == nil {
			return true
		}
		i := s.d.number[p]
		return i < s.d.number[fill] && (s.reached[i] || !s.depends[i] && i < s.early.ops[0]) && !isConstant(p)
	}
	old := fill.Operand(0)
	if isKnown(old) {
		return old
	}
	shape := placed(nil).Shape(old)
	for use := range fill.Result(0).Uses() {
		for _, v := range use.Owner().Operands() {
			if prim.IsElementwise(use.Owner()) && isKnown(v) {
				return v
			}
		}
	}
	for _, op := range s.ops {
		if v := op.Result(0); isKnown(v) && !slices.Contains(shape, ir.Dynamic) && slices.Equal(placed(nil).Shape(v), shape) {
			return v
		}
	}
	return nil
}
