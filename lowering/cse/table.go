package cse

import "github.com/girih-ir/girih/ir"

// table is a scoped hash table of operations: leaving a scope forgets what has been added in it. Entries lie in one
// slice in the order of their addition, chained by index, so that the table allocates only to grow.
type table struct {
	entries []entry
	heads   []int32 // index in entries plus one, by the low bits of the hash; the length is a power of two
}

type entry struct {
	op    *ir.Operation
	hash  uint32
	next  int32  // the entry before it in its chain, plus one
	epoch uint32 // see walker.epoch
}

// scope returns a mark to leave the scope by that starts here.
func (t *table) scope() int { return len(t.entries) }

// leave forgets all entries that were added since a mark.
func (t *table) leave(mark int) {
	for i := len(t.entries) - 1; i >= mark; i-- {
		e := &t.entries[i]
		t.heads[e.hash&uint32(len(t.heads)-1)] = e.next
		e.op = nil
	}
	t.entries = t.entries[:mark]
}

// add adds an operation; it hides an equivalent one until the scope is left.
func (t *table) add(op *ir.Operation, hash, epoch uint32) {
	if len(t.entries) >= len(t.heads) {
		t.grow()
	}
	head := &t.heads[hash&uint32(len(t.heads)-1)]
	t.entries = append(t.entries, entry{op, hash, *head, epoch})
	*head = int32(len(t.entries))
}

func (t *table) grow() {
	t.heads = make([]int32, max(64, 2*len(t.heads)))
	for i := range t.entries {
		e := &t.entries[i]
		head := &t.heads[e.hash&uint32(len(t.heads)-1)]
		e.next = *head
		*head = int32(i + 1)
	}
}

// find returns the latest entry of an operation that is equivalent to op, or nil.
func (t *table) find(op *ir.Operation, hash uint32) *entry {
	if len(t.heads) == 0 {
		return nil
	}
	for i := t.heads[hash&uint32(len(t.heads)-1)]; i > 0; {
		e := &t.entries[i-1]
		if e.hash == hash && ir.Equivalent(e.op, op) {
			return e
		}
		i = e.next
	}
	return nil
}
