package text

import (
	"maps"
	"slices"
	"strconv"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
)

// valueNumbering holds the names under which values print. They are those of mlir-opt: numbers in order, `arg` and a
// number for arguments of entry blocks, and names that operations suggest, made unique by a counter that all names
// share.
//
// A region's values are numbered before those of the regions inside it. Sibling regions continue from the numbers of
// the enclosing region. In generic form, numbers are unique over the whole operation, and regions are visited last
// first.
type valueNumbering struct {
	named     []string
	groups    map[*ir.Operation][]int // indices at which result groups start, for operations with several
	opNumbers map[*ir.Operation]int   // numbers of operations without results, for comments that list users

	postponed map[*ir.Operation]counters // the first numbers of the operations whose values have no names yet
	scope     map[string]bool            // the names in scope around those operations
}

// Names are coded in Value.Number: plain numbers as they are, other names with a tag in the top bits.
const (
	tagMask  = 3 << 30
	tagArg   = 1 << 30 // argN
	tagNamed = 2 << 30 // an index into named
	unnamed  = 3 << 30
)

// counters are the states of the counters that sibling regions restart from.
type counters struct{ value, arg, conflict uint32 }

// numbering assigns the names of one operation's regions.
type numbering struct {
	*valueNumbering
	opts    Options
	next    counters
	outer   map[string]bool // names in scope around the operation; not changed
	used    map[string]bool // names in scope inside it
	usedLog []string
	nameBuf []byte
	pending []pendingRegion
}

// pendingRegion is a region that is still to be numbered.
type pendingRegion struct {
	region *ir.Region
	from   counters
	scope  int // length of usedLog in the enclosing scope
}

// numberValues names all values of op. If a region has many operations that are isolated from above, it leaves these to
// [valueNumbering.enter], so that printers that work in parallel share the work.
func numberValues(op *ir.Operation, opts Options) *valueNumbering {
	n := &numbering{valueNumbering: &valueNumbering{}, opts: opts}
	if op.NumResults() > 0 || opts.Generic { // in generic form mlir-opt counts the outermost operation too
		n.op(op)
	}
	n.inside(op)
	return n.valueNumbering
}

// enter names the values of a postponed operation and returns their names. spare, if not nil, is an earlier result of
// enter that is not needed any more.
func (n *valueNumbering) enter(op *ir.Operation, opts Options, spare *numbering) *numbering {
	inner := spare
	if inner == nil {
		inner = &numbering{valueNumbering: &valueNumbering{}}
	}
	*inner.valueNumbering = valueNumbering{named: inner.named[:0]}
	*inner = numbering{valueNumbering: inner.valueNumbering, opts: opts, next: n.postponed[op], outer: n.scope,
		usedLog: inner.usedLog[:0], nameBuf: inner.nameBuf[:0], pending: inner.pending[:0]}
	inner.inside(op)
	return inner
}

// inside names the values of op's regions.
func (n *numbering) inside(op *ir.Operation) {
	push := func(op *ir.Operation) {
		for i := range op.NumRegions() {
			n.pending = append(n.pending, pendingRegion{op.Region(i), n.next, len(n.usedLog)})
		}
	}
	push(op)
	unique := n.opts.Generic || n.opts.UniqueSSANumbers
	for len(n.pending) > 0 {
		r := n.pending[len(n.pending)-1]
		n.pending = n.pending[:len(n.pending)-1]
		if !unique {
			n.next = r.from
		}
		n.leaveTo(r.scope)
		n.region(r.region)
		if n.postpone(r.region, unique) {
			continue
		}
		for b := range r.region.Blocks() {
			for op := b.First(); op != nil; op = op.Next() {
				if op.NumRegions() > 0 {
					push(op)
				}
			}
		}
	}
}

// postponeFrom is the number of isolated operations in a region from which their values are numbered by the printers.
const postponeFrom = 16

// postpone leaves the operations of a region for later if all those with regions are isolated from above, and reports
// whether it did. If numbers are unique, the last operation has the lowest numbers, so the names of all later
// operations are counted.
func (n *numbering) postpone(r *ir.Region, unique bool) bool {
	if n.opts.ValueUsers || unique && n.opts.NameLocAsPrefix || !r.HasOneBlock() || n.postponed != nil {
		return false
	}
	var ops []*ir.Operation
	for op := r.Entry().First(); op != nil; op = op.Next() {
		if op.NumRegions() == 0 {
			continue
		}
		if !op.HasTrait(ir.IsolatedFromAbove) {
			return false
		}
		ops = append(ops, op)
	}
	if len(ops) < postponeFrom {
		return false
	}
	n.postponed = make(map[*ir.Operation]counters, len(ops))
	n.scope = maps.Clone(n.used)
	sizes := make([]counters, len(ops))
	if unique {
		const share = 64
		parallel.For(len(ops), share, ops[0].Context().Workers(), func(from, to int) {
			for i := from; i < to; i++ {
				sizes[i] = countNames(ops[i])
			}
		})
	}
	for i, op := range slices.Backward(ops) {
		n.postponed[op] = n.next
		n.next.value += sizes[i].value
		n.next.arg += sizes[i].arg
	}
	return true
}

// countNames returns the number of names of the values inside op in generic form.
func countNames(op *ir.Operation) (c counters) {
	for i := range op.NumRegions() {
		r := op.Region(i)
		for b := range r.Blocks() {
			if b == r.Entry() {
				c.arg += uint32(b.NumArgs())
			} else {
				c.value += uint32(b.NumArgs())
			}
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if inner.NumResults() > 0 {
					c.value++
				}
				if inner.NumRegions() > 0 {
					deeper := countNames(inner)
					c.value += deeper.value
					c.arg += deeper.arg
				}
			}
		}
	}
	return c
}

// leaveTo forgets the names of scopes that have ended.
func (n *numbering) leaveTo(length int) {
	for _, name := range n.usedLog[length:] {
		delete(n.used, name)
	}
	n.usedLog = n.usedLog[:length]
}

func (n *numbering) region(r *ir.Region) {
	named := false
	if !n.opts.Generic {
		if def := r.ParentOp().Def(); def != nil && def.ArgNames != nil {
			named = true
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.Number = unnamed
				}
			}
			def.ArgNames(r.ParentOp(), r, n.suggest)
		}
	}
	blocks := uint32(0)
	for b := range r.Blocks() {
		b.Number = blocks
		blocks++
		entry := b.IsEntry()
		for _, a := range b.Args() {
			if named && a.Number != unnamed {
				continue
			}
			switch {
			case n.located(a):
				if entry {
					n.next.arg++
				}
			case entry:
				n.argument(a)
			default:
				n.number(a)
			}
		}
		for op := b.First(); op != nil; op = op.Next() {
			n.op(op)
		}
	}
}

func (n *numbering) argument(a *ir.Value) {
	i := n.next.arg
	n.next.arg++
	if n.opts.Generic {
		a.Number = tagArg | i
		return
	}
	n.setName(a, "arg"+strconv.Itoa(int(i)))
}

func (n *numbering) number(v *ir.Value) {
	v.Number = n.next.value
	n.next.value++
}

func (n *numbering) op(op *ir.Operation) {
	count := op.NumResults()
	if count == 0 {
		if n.opts.ValueUsers {
			if n.opNumbers == nil {
				n.opNumbers = make(map[*ir.Operation]int)
			}
			n.opNumbers[op] = int(n.next.value)
			n.next.value++
		}
		return
	}
	def := op.Def()
	if n.opts.Generic || def == nil || def.ResultNames == nil {
		if !n.located(op.Result(0)) {
			n.number(op.Result(0))
		}
		return
	}
	for _, v := range op.Results() {
		v.Number = unnamed
	}
	var groups []int
	def.ResultNames(op, func(v *ir.Value, name string) {
		n.suggest(v, name)
		if v.Index() > 0 {
			groups = append(groups, v.Index())
		}
	})
	if op.Result(0).Number == unnamed && !n.located(op.Result(0)) {
		n.number(op.Result(0))
	}
	if len(groups) > 0 {
		if n.groups == nil {
			n.groups = make(map[*ir.Operation][]int)
		}
		slices.Sort(groups)
		n.groups[op] = append([]int{0}, groups...)
	}
}

// suggest gives a value the name in its location, if that is asked for and there is one, or else the given name.
func (n *numbering) suggest(v *ir.Value, name string) {
	if !n.located(v) {
		n.setName(v, name)
	}
}

// located gives a value the name in its location, if that is asked for, and reports whether there was one.
func (n *numbering) located(v *ir.Value) bool {
	if !n.opts.NameLocAsPrefix {
		return false
	}
	name := nameOf(v.Loc())
	if name == nil {
		return false
	}
	n.setName(v, name.Name)
	return true
}

// shadow makes an argument print under the name of another value.
func (n *valueNumbering) shadow(arg, v *ir.Value, p *printer) {
	scratch := printer{names: n}
	scratch.Operand(v)
	arg.Number = tagNamed | uint32(len(n.named))
	n.named = append(n.named, string(scratch.Buf[1:]))
}

// predecessors returns the numbers of the blocks that branch to b, in order.
func (n *valueNumbering) predecessors(b *ir.Block) []uint32 {
	var out []uint32
	for op := range b.Predecessors() {
		out = append(out, op.Block().Number)
	}
	slices.Sort(out)
	return out
}
