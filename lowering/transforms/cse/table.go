package cse

import "github.com/girih-ir/girih/ir"

// table is a scoped hash table of operations; the hash of an operation is its Number. Leaving a scope removes the
// entries that were added in it. Entries are stored in the order of their addition, and chained by index. So the table
// allocates only to grow, and never moves them.
type table struct {
	chunks [][]entry
	n      int
	heads  []int32 // index of an entry plus one, by the low bits of the hash; the length is a power of two
}

type entry struct {
	op    *ir.Operation
	next  int32  // the entry before it in its chain, plus one
	epoch uint32 // see walker.epoch
}

// chunk is the number of entries in an allocation, after the first few.
const chunk = 1024

func (t *table) at(i int) *entry { return &t.chunks[i/chunk][i%chunk] }

func (t *table) head(op *ir.Operation) *int32 { return &t.heads[op.Number&uint32(len(t.heads)-1)] }

// scope starts a scope, and returns a mark for leave.
func (t *table) scope() int { return t.n }

// leave removes all entries added since a mark.
func (t *table) leave(mark int) {
	for t.n > mark {
		t.n--
		e := t.at(t.n)
		*t.head(e.op) = e.next
		e.op = nil
	}
}

// add adds an operation. It hides an equivalent one until the scope is left.
func (t *table) add(op *ir.Operation, epoch uint32) {
	if t.n >= len(t.heads) {
		t.grow()
	}
	if t.n == len(t.chunks)*chunk {
		t.chunks = append(t.chunks, make([]entry, 0, min(chunk, max(16, t.n))))
	}
	head := t.head(op)
	last := &t.chunks[t.n/chunk]
	*last = append((*last)[:t.n%chunk], entry{op, *head, epoch})
	t.n++
	*head = int32(t.n)
}

func (t *table) grow() {
	t.heads = make([]int32, max(64, 2*len(t.heads)))
	for i := range t.n {
		e := t.at(i)
		head := t.head(e.op)
		e.next = *head
		*head = int32(i + 1)
	}
}

// find returns the latest entry of an operation that is equivalent to op, or nil.
func (t *table) find(op *ir.Operation) *entry {
	if len(t.heads) == 0 {
		return nil
	}
	for i := *t.head(op); i > 0; {
		e := t.at(int(i - 1))
		if e.op.Number == op.Number && ir.Equivalent(e.op, op) {
			return e
		}
		i = e.next
	}
	return nil
}

// combine adds v to a hash.
func combine(h, v uint32) uint32 {
	x := (uint64(h)<<32 | uint64(v)) * 0x9E3779B97F4A7C15
	return uint32(x>>32) ^ uint32(x)
}

// hashOf returns the hash of an operation, given the hash of its regions. Equivalent operations have the same hash.
//
// Values are hashed by structure, not by address: a result by the hash of its operation, an argument by its position.
// So equivalent regions have the same hash. One walk from the inside out computes all hashes.
func hashOf(op *ir.Operation, inside uint32) uint32 {
	h := combine(op.HashHead(), inside)
	if op.HasTrait(ir.Commutative) {
		sum := uint32(0)
		for i := range op.NumOperands() {
			sum += op.Operand(i).Number
		}
		return combine(h, sum)
	}
	for i := range op.NumOperands() {
		h = combine(h, op.Operand(i).Number)
	}
	return h
}
