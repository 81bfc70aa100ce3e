package fragments

import (
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

const (
	perBlock  = 65536 // registers that a block can have
	perThread = 255
	// others is the number of registers that addresses, counters and masks take. With less room, products of f64 with
	// 128 registers of sums spilled on an H200.
	others = 48
)

// fits reports whether the sums of a function's thread, and the fragments of two steps, fit in its registers.
func (l *loop) fits(f *ir.Operation) bool {
	limit := perThread
	if size, ok := f.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr); ok {
		threads := 1
		for i := range size.Len() {
			threads *= int(size.Int64(i))
		}
		limit = min(limit, perBlock/threads)
	}
	two := 0
	for i, step := range l.steps {
		next := l.steps[(i+1)%len(l.steps)]
		two = max(two, registersOf(factorsOf(step...))+registersOf(factorsOf(next...)))
	}
	var sums []*ir.Value
	for _, product := range l.steps[0] {
		sums = append(sums, nvvm.MmaOperands(product)[2]...)
	}
	return registersOf(sums)+two+others <= limit
}

// registersOf returns the number of registers of operands of products, each counted once.
func registersOf(operands []*ir.Value) (n int) {
	seen := make(map[*ir.Value]bool)
	for _, v := range operands {
		if seen[v] {
			continue
		}
		seen[v] = true
		n++
		if ir.IsFloat(v.Type()) && ir.BitWidth(v.Type()) == 64 {
			n++
		}
	}
	return n
}
