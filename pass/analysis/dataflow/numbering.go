package dataflow

import (
	"sync"

	"github.com/girih-ir/girih/ir"
)

// numbering gives the operations, blocks and values inside a root dense numbers, which are stored in their Number
// fields. Other code may overwrite these, as printing does. Then look-ups get slower: they check the number against the
// list and fall back to maps.
type numbering struct {
	values []*ir.Value
	blocks []*ir.Block
	ops    []*ir.Operation

	once     sync.Once
	valueMap map[*ir.Value]uint32
	blockMap map[*ir.Block]uint32
	opMap    map[*ir.Operation]uint32
}

func (n *numbering) addOp(op *ir.Operation) {
	op.Number = uint32(len(n.ops))
	n.ops = append(n.ops, op)
	for i := range op.NumResults() {
		n.addValue(op.Result(i))
	}
}

func (n *numbering) addValue(v *ir.Value) {
	v.Number = uint32(len(n.values))
	n.values = append(n.values, v)
}

func (n *numbering) addBlock(b *ir.Block) {
	b.Number = uint32(len(n.blocks))
	n.blocks = append(n.blocks, b)
	for _, a := range b.Args() {
		n.addValue(a)
	}
}

// addOutside numbers the values that a root which is not isolated uses, but that are defined outside it.
func (n *numbering) addOutside() {
	for _, op := range n.ops {
		for i := range op.NumOperands() {
			if v := op.Operand(i); !n.hasValue(v) {
				n.addValue(v)
			}
		}
	}
}

// hasValue reports whether v.Number is its number.
func (n *numbering) hasValue(v *ir.Value) bool {
	return int(v.Number) < len(n.values) && n.values[v.Number] == v
}

func (n *numbering) hasOp(op *ir.Operation) bool {
	return int(op.Number) < len(n.ops) && n.ops[op.Number] == op
}

// valueNumber returns the number of v, even if v.Number was overwritten.
func (n *numbering) valueNumber(v *ir.Value) (uint32, bool) {
	if n.hasValue(v) {
		return v.Number, true
	}
	n.once.Do(n.index)
	i, ok := n.valueMap[v]
	return i, ok
}

func (n *numbering) blockNumber(b *ir.Block) (uint32, bool) {
	if int(b.Number) < len(n.blocks) && n.blocks[b.Number] == b {
		return b.Number, true
	}
	n.once.Do(n.index)
	i, ok := n.blockMap[b]
	return i, ok
}

func (n *numbering) opNumber(op *ir.Operation) (uint32, bool) {
	if n.hasOp(op) {
		return op.Number, true
	}
	n.once.Do(n.index)
	i, ok := n.opMap[op]
	return i, ok
}

func (n *numbering) index() {
	n.valueMap, n.blockMap, n.opMap = numbers(n.values), numbers(n.blocks), numbers(n.ops)
}

func numbers[T any](list []*T) map[*T]uint32 {
	m := make(map[*T]uint32, len(list))
	for i, x := range list {
		m[x] = uint32(i)
	}
	return m
}
