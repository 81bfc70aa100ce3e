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

// fits reports whether the sums of a function's thread fit in its registers, with the fragments of a step and those of
// the next one that are read meanwhile.
func (l *loop) fits(f *ir.Operation) bool {
	limit := perThread
	if size, ok := f.Attr(nvvm.ReqNTID).(*ir.DenseArrayAttr); ok {
		threads := 1
		for i := range size.Len() {
			threads *= int(size.Int64(i))
		}
		limit = min(limit, perBlock/threads)
	}
	most := 0
	for i, step := range l.steps {
		most = max(most, fragmentsBetween(step, l.steps[(i+1)%len(l.steps)]))
	}
	var sums []*ir.Value
	for _, product := range l.steps[0] {
		sums = append(sums, nvvm.MmaOperands(product)[2]...)
	}
	return registersOf(sums)+most+others <= limit
}

// fragmentsBetween returns the largest number of registers that fragments take while a step's products are computed and
// those of the next step are read, as [order.between] has it.
func fragmentsBetween(step, next []*ir.Operation) (most int) {
	last, seen := make(map[*ir.Value]int), make(map[*ir.Value]bool)
	for i, product := range step {
		for _, v := range factorsOf(product) {
			last[v] = i
		}
	}
	now := registersOf(factorsOf(step...))
	most = now
	for i, product := range step {
		for _, v := range factorsOf(product) {
			if last[v] == i && !seen[v] {
				seen[v] = true
				now -= registersOf([]*ir.Value{v})
			}
		}
		for j := i; j < len(next) && (j == i || i == len(step)-1); j++ {
			for _, v := range factorsOf(next[j]) {
				if !seen[v] {
					seen[v] = true
					now += registersOf([]*ir.Value{v})
				}
			}
		}
		most = max(most, now)
	}
	return most
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
