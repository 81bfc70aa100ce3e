package rewrite

import (
	"encoding/binary"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// mergeIdentical merges identical blocks of a region, other than the entry, until none are left. Where they use
// different values from outside, the merged block receives these as arguments.
func mergeIdentical(r *ir.Region) (changed bool) {
	for !r.IsEmpty() && !r.HasOneBlock() {
		merged := false
		for _, c := range clusters(r) {
			merged = c.merge() || merged
		}
		if !merged {
			return changed
		}
		changed = true
	}
	return changed
}

// cluster is a set of blocks that can be merged into the first of them.
type cluster struct {
	blocks []*ir.Block
	// differ lists the operands that are not the same in all blocks: index of the operation in the block, index of the
	// operand.
	differ [][2]int
}

// clusters groups the blocks of a region that can be merged.
func clusters(r *ir.Region) (all []*cluster) {
	n := uint32(0)
	for b := range r.Blocks() {
		b.Number = n
		n++
	}
	byKey := make(map[string][]*cluster)
	for b := range r.Blocks() {
		if b.IsEntry() || !mergeable(b) {
			continue
		}
		key := string(blockKey(b))
		if !slices.ContainsFunc(byKey[key], func(c *cluster) bool { return c.add(b) }) {
			c := &cluster{blocks: []*ir.Block{b}}
			byKey[key] = append(byKey[key], c)
			all = append(all, c)
		}
	}
	return all
}

// mergeable reports whether no operation of b has regions with blocks, and nothing outside b uses values defined in b.
// It numbers the operations.
func mergeable(b *ir.Block) bool {
	inside := func(v *ir.Value) bool {
		for u := range v.Uses() {
			if u.Owner().Block() != b {
				return false
			}
		}
		return true
	}
	for _, a := range b.Args() {
		if !inside(a) {
			return false
		}
	}
	n := uint32(0)
	for op := range b.Ops() {
		op.Number = n
		n++
		for i := range op.NumRegions() {
			if !op.Region(i).IsEmpty() {
				return false
			}
		}
		for i := range op.NumResults() {
			if !inside(op.Result(i)) {
				return false
			}
		}
	}
	return true
}

// blockKey returns a key that is the same for blocks that can be merged. It covers the successors, and the operations
// without their operands.
func blockKey(b *ir.Block) (key []byte) {
	for op := range b.Ops() {
		key = binary.LittleEndian.AppendUint32(key, op.HashHead())
	}
	if last := b.Last(); last != nil {
		for i := range last.NumSuccessors() {
			key = binary.LittleEndian.AppendUint32(key, last.Successor(i).Number)
		}
	}
	return key
}

// add adds b if it is identical to the first block of the cluster, up to operands, and reports whether it is.
func (c *cluster) add(b *ir.Block) bool {
	first := c.blocks[0]
	if !slices.Equal(first.ArgTypes(), b.ArgTypes()) {
		return false
	}
	var differ [][2]int
	p, q := first.First(), b.First()
	for n := 0; p != nil && q != nil; p, q, n = p.Next(), q.Next(), n+1 {
		if !ir.SameButOperands(p, q) {
			return false
		}
		for i := range p.NumOperands() {
			same, ok := sameOperand(p.Operand(i), q.Operand(i), first, b)
			if !ok {
				return false
			}
			if !same {
				differ = append(differ, [2]int{n, i})
			}
		}
	}
	if p != nil || q != nil {
		return false
	}
	c.blocks = append(c.blocks, b)
	for _, d := range differ {
		if !slices.Contains(c.differ, d) {
			c.differ = append(c.differ, d)
		}
	}
	return true
}

// sameOperand reports whether v in block b and w in block c are the same value. If they are not, ok reports whether an
// argument of the merged block can stand for both.
func sameOperand(v, w *ir.Value, b, c *ir.Block) (same, ok bool) {
	if v == w {
		return true, true
	}
	inside := v.ParentBlock() == b
	if v.Type() != w.Type() || inside != (w.ParentBlock() == c) {
		return false, false
	}
	def, other := v.DefiningOp(), w.DefiningOp()
	if inside {
		same = v.Index() == w.Index() && (def == nil) == (other == nil) && (def == nil || def.Number == other.Number)
		return same, same
	}
	// A terminator cannot pass on values that it defines itself.
	terminator := def != nil && def.HasTrait(ir.Terminator) || other != nil && other.HasTrait(ir.Terminator)
	return false, !terminator
}

// merge merges the blocks of the cluster, and reports whether it did.
func (c *cluster) merge() bool {
	if len(c.blocks) < 2 || len(c.differ) > 0 && slices.ContainsFunc(c.blocks, hasFixedPredecessor) {
		return false
	}
	if len(c.differ) > 0 {
		c.passDifferences()
	}
	for _, b := range c.blocks[1:] {
		for s := range b.Incoming() {
			s.Owner().SetSuccessor(s.Index(), c.blocks[0])
		}
		for op := b.Last(); op != nil; op = b.Last() {
			op.Erase()
		}
		b.Region().Remove(b)
	}
	return true
}

// hasFixedPredecessor reports whether the operands that some terminator passes to b cannot be changed.
func hasFixedPredecessor(b *ir.Block) bool {
	for s := range b.Incoming() {
		if !ir.CanSetSuccessorOperands(s.Owner()) {
			return true
		}
	}
	return false
}

// passDifferences gives the first block an argument for each operand that differs. The predecessors of each block pass
// that block's operand.
func (c *cluster) passDifferences() {
	slices.SortFunc(c.differ, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	columns := make([][]*ir.Value, len(c.differ)) // for each differing operand, its value in each block
	for _, b := range c.blocks {
		op, at := b.First(), 0
		for i, d := range c.differ {
			for ; at < d[0]; at++ {
				op = op.Next()
			}
			columns[i] = append(columns[i], op.Operand(d[1]))
		}
	}
	first := c.blocks[0]
	args, kept := make([]*ir.Value, len(columns)), columns[:0:0]
	for i, column := range columns {
		if k := slices.IndexFunc(columns[:i], func(o []*ir.Value) bool { return slices.Equal(o, column) }); k >= 0 {
			args[i] = args[k]
			continue
		}
		args[i] = first.AddArg(first.ParentOp().Context(), column[0].Type(), column[0].Loc())
		kept = append(kept, column)
	}
	op, at := first.First(), 0
	for i, d := range c.differ {
		for ; at < d[0]; at++ {
			op = op.Next()
		}
		op.SetOperand(d[1], args[i])
	}
	for i, b := range c.blocks {
		for s := range b.Incoming() {
			values := passed(s)
			for _, column := range kept {
				values = append(values, column[i])
			}
			ir.SetSuccessorOperands(s.Owner(), s.Index(), values)
		}
	}
}

// passed returns the values that a terminator passes to a successor.
func passed(s *ir.Successor) []*ir.Value {
	branch, _ := ir.InterfaceOf[ir.Branch](s.Owner())
	from, to := branch.SuccessorOperands(s.Owner(), s.Index())
	return s.Owner().OperandRange(from, to)
}

// dropRedundant replaces the arguments of b that have the same value from all predecessors.
func dropRedundant(b *ir.Block) bool {
	if b.IsEntry() || !b.HasPredecessors() || hasFixedPredecessor(b) {
		return false
	}
	var same []*ir.Value // for each argument, the value that all predecessors pass, or nil
	for s := range b.Incoming() {
		values := passed(s)
		if same == nil {
			same = values
			continue
		}
		for i, v := range values {
			if same[i] != v {
				same[i] = nil
			}
		}
	}
	redundant := func(i int) bool { return same[i] != nil && same[i] != b.Arg(i) }
	dropped := false
	for i, a := range b.Args() {
		if redundant(i) {
			a.ReplaceAllUsesWith(same[i])
			dropped = true
		}
	}
	if !dropped {
		return false
	}
	for s := range b.Incoming() {
		var values []*ir.Value
		for i, v := range passed(s) {
			if !redundant(i) {
				values = append(values, v)
			}
		}
		ir.SetSuccessorOperands(s.Owner(), s.Index(), values)
	}
	for i := b.NumArgs() - 1; i >= 0; i-- {
		if redundant(i) {
			b.EraseArg(i)
		}
	}
	return true
}
