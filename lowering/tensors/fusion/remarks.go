package fusion

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// report emits remarks on what each region saves, and why operations are not in a region.
func (d *divider) report(ctx *pass.Context, unknown int64) {
	for i, u := range d.units {
		if !u.region || len(u.ops) < 2 || i != u.last() {
			continue
		}
		ops := d.operations(u.ops)
		before, after := bytesApart(ops, unknown), bytesTogether(ops, unknown)
		ctx.Remark(d.ops[i].Errorf("ends a region of %d operations on %s, %s: it moves %s, separate kernels "+
			"would move %s", len(ops), prim.ShapeString(u.space.Shape), u.kind(), bytesText(after), bytesText(before)))
	}
	for _, r := range d.refusals {
		if d.units[d.number[r.op]] != d.units[d.number[r.producer]] {
			ctx.Remark(r.op.Errorf("is not in the region of %s: %w", r.producer.Name(), r.err))
		}
	}
}

// bytesApart returns how many bytes operations read and write if they are executed one by one. Constants and views move
// nothing.
func bytesApart(ops []*ir.Operation, unknown int64) (n int64) {
	for _, op := range ops {
		if op.Is(&prim.Fill) || prim.IsView(op) {
			continue
		}
		n += bytesOf(op.Result(0), unknown)
		for _, v := range op.Operands() {
			if p := v.DefiningOp(); p == nil || !p.Is(&prim.Fill) {
				n += bytesOf(v, unknown)
			}
		}
	}
	return n
}

// bytesTogether returns how many bytes a region of operations reads and writes.
func bytesTogether(ops []*ir.Operation, unknown int64) (n int64) {
	for _, v := range escaping(ops) {
		n += bytesOf(v, unknown)
	}
	for _, v := range inputs(slices.DeleteFunc(slices.Clone(ops), func(op *ir.Operation) bool {
		return op.Is(&prim.Fill)
	})) {
		if p := v.DefiningOp(); p == nil || !slices.Contains(ops, p) {
			n += bytesOf(v, unknown)
		}
	}
	return n
}

// bytesOf returns the size of a tensor in bytes, and 0 for other values.
func bytesOf(v *ir.Value, unknown int64) int64 {
	t, ok := prim.TensorOf(v.Type())
	if !ok {
		return 0
	}
	n := int64((ir.ElementBits(t.Elem) + 7) / 8)
	for _, size := range t.Shape {
		if size == ir.Dynamic {
			size = unknown
		}
		n *= size
	}
	return n
}

// bytesText prints a number of bytes in a suitable unit.
func bytesText(n int64) string {
	const kilo = 1 << 10
	switch {
	case n < 10*kilo:
		return fmt.Sprintf("%d B", n)
	case n < 10*kilo*kilo:
		return fmt.Sprintf("%d KiB", n/kilo)
	}
	return fmt.Sprintf("%d MiB", n/kilo/kilo)
}
