package fragments

import (
	"slices"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
)

// order puts the operations of a loop's body into a new order. It moves them to the end of the body one after the
// other, each behind those that it depends on.
type order struct {
	*loop
	b      *ir.Builder
	all    []*ir.Operation // in the old order
	read   map[*ir.Operation]bool
	placed map[*ir.Operation]bool
	// unused are the operations of which isUsed is false. It does not change, as the pass adds no uses.
	unused map[*ir.Operation]bool
	// begin are the reads for each product of the first step.
	begin [][]*ir.Operation
	// next maps values of this iteration to those of the next one, and ahead has the operations that compute these.
	next  ir.Mapping
	ahead map[*ir.Operation]*ir.Operation
}

// newOrder begins with a body whose products take the fragments of the first step from the header.
func newOrder(l *loop, b *ir.Builder) *order {
	o := &order{loop: l, b: b, all: slices.Collect(l.body.Ops()), read: make(map[*ir.Operation]bool),
		placed: make(map[*ir.Operation]bool), unused: make(map[*ir.Operation]bool),
		ahead: make(map[*ir.Operation]*ir.Operation)}
	for _, op := range l.reads {
		o.read[op] = true
	}
	o.begin = o.readsOf(l.steps[0])
	args := l.header.Args()
	carried := args[len(args)-len(l.fragments):]
	for i, v := range l.fragments {
		v.ReplaceUsesIf(carried[i], func(use *ir.Operand) bool { return !l.first[use.Owner()] })
	}
	for i, arg := range args[:len(args)-len(l.fragments)] {
		o.next.Map(arg, l.back.Operand(i))
	}
	return o
}

// fewProducts is the number of products of a step that do not hide how long reads take.
const fewProducts = 4

// between places the products of a step, and does something with the reads for a later step between them. Behind each
// product are the reads that the product in the same place of the later step is the first to need. So fragments are
// read a step ahead, when others are no longer needed: those of a product that came before. With few products in a
// step, the reads are ahead of these products instead. after is called behind each product.
func (o *order) between(
	step []*ir.Operation, due [][]*ir.Operation, emit func(read *ir.Operation), after func(),
) {
	for i, product := range step {
		if len(step) >= fewProducts {
			o.placeProduct(product)
		}
		for j := i; j < len(due) && (j == i || i == len(step)-1); j++ {
			for _, read := range due[j] {
				emit(read)
			}
		}
		o.placeProduct(product)
		after()
	}
}

// placeProduct places a product such that LLVM leaves it there.
func (o *order) placeProduct(product *ir.Operation) {
	o.place(product)
	product.SetAttr(nvvm.InOrder, o.b.Context().Unit())
}

// spread returns a function that is called behind each product of the steps ahead of the last one. From the one on that
// hides the first reads, it places copies, as few at a time as possible.
func (o *order) spread() func() {
	products, copies := 1-fewProducts, o.copies
	for _, step := range o.steps[:len(o.steps)-1] {
		products += len(step)
	}
	each := len(copies)
	if products > 0 {
		each = (len(copies) + products - 1) / products
	}
	behind := 0
	return func() {
		if behind++; behind < fewProducts {
			return
		}
		n := min(each, len(copies))
		for _, op := range copies[:n] {
			o.place(op)
		}
		copies = copies[n:]
	}
}

// readsOf returns, for each product, the reads that its factors depend on and no product before it needs.
func (o *order) readsOf(products []*ir.Operation) (due [][]*ir.Operation) {
	seen := make(map[*ir.Operation]bool)
	var reads []*ir.Operation
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) {
		op := v.DefiningOp()
		if op == nil || op.Block() != o.body || seen[op] {
			return
		}
		seen[op] = true
		for _, operand := range op.Operands() {
			visit(operand)
		}
		if o.read[op] {
			reads = append(reads, op)
		}
	}
	for _, product := range products {
		reads = nil
		for _, v := range factorsOf(product) {
			visit(v)
		}
		due = append(due, reads)
	}
	return due
}

// place moves an operation to the end of the body, and those that it depends on ahead of it.
func (o *order) place(op *ir.Operation) {
	if op == nil || op.Block() != o.body || op == o.back || o.placed[op] {
		return
	}
	o.placed[op] = true
	for _, v := range op.Operands() {
		o.place(v.DefiningOp())
	}
	op.MoveBefore(o.back)
}

// endOfTile places what is left of the tile's reads and copies, and then the wait and the barrier.
func (o *order) endOfTile() {
	for _, op := range o.all {
		if o.read[op] && o.isUsed(op) {
			o.place(op)
		}
	}
	for _, op := range o.copies {
		o.place(op)
	}
	o.place(o.wait)
	o.place(o.barrier)
}

// isUsed reports whether something other than the first step, which belongs to the iteration before, needs op.
func (o *order) isUsed(op *ir.Operation) bool {
	if o.unused[op] {
		return false
	}
	for _, result := range op.Results() {
		for use := range result.Uses() {
			if owner := use.Owner(); !o.first[owner] || o.isUsed(owner) {
				return true
			}
		}
	}
	o.unused[op] = true
	return false
}

// again computes an operation of the first step for the next iteration, and returns the copy.
func (o *order) again(op *ir.Operation) *ir.Operation {
	if o.ahead[op] != nil {
		return o.ahead[op]
	}
	for _, v := range op.Operands() {
		if from := v.DefiningOp(); o.first[from] {
			o.again(from)
		} else {
			o.place(o.next.Lookup(v).DefiningOp())
		}
	}
	o.ahead[op] = o.b.Before(o.back).Clone(op, &o.next)
	return o.ahead[op]
}

// finish places what is left, and erases what only the first step of this iteration needed.
func (o *order) finish() {
	for _, op := range o.all {
		if !o.first[op] || o.isUsed(op) {
			o.place(op)
		}
	}
	for _, op := range slices.Backward(o.all) {
		if o.first[op] && !slices.ContainsFunc(op.ResultValues(), (*ir.Value).HasUses) {
			op.Erase() // it is pure, or only reads
		}
	}
}
