package mem2reg

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// slot is an allocation that is only used by loads and stores of the whole slot.
type slot struct {
	alloc *ir.Operation
	ptr   *ir.Value
	elem  ir.Type
	by    ir.SlotAllocation

	users map[*ir.Block][]*ir.Operation // in the order of the block
	none  *ir.Value                     // the value of the slot before the first store; nil until it is needed
}

// slotOf returns the slot of an allocation. ok is false if it cannot be promoted.
func slotOf(alloc *ir.Operation) (s *slot, ok bool) {
	by, _ := ir.InterfaceOf[ir.SlotAllocation](alloc)
	ptr, elem, ok := by.Slot(alloc)
	if !ok {
		return nil, false
	}
	s = &slot{alloc: alloc, ptr: ptr, elem: elem, by: by, users: make(map[*ir.Block][]*ir.Operation)}
	for u := range ptr.Uses() {
		user := u.Owner()
		if user.ParentRegion() != alloc.ParentRegion() || !s.isAccess(user) {
			return nil, false
		}
		s.users[user.Block()] = append(s.users[user.Block()], user)
	}
	for _, users := range s.users {
		slices.SortFunc(users, func(a, b *ir.Operation) int {
			if a.IsBefore(b) {
				return -1
			}
			return 1
		})
	}
	return s, true
}

// isAccess reports whether op loads or stores the whole slot.
func (s *slot) isAccess(op *ir.Operation) bool {
	v := s.loaded(op)
	if v == nil {
		v = s.stored(op)
	}
	return v != nil && v.Type() == s.elem
}

func (s *slot) loaded(op *ir.Operation) *ir.Value {
	if a, ok := ir.InterfaceOf[ir.SlotAccess](op); ok {
		return a.Loads(op, s.ptr)
	}
	return nil
}

func (s *slot) stored(op *ir.Operation) *ir.Value {
	if a, ok := ir.InterfaceOf[ir.SlotAccess](op); ok {
		return a.Stores(op, s.ptr)
	}
	return nil
}

// isLocal reports whether only the block of the allocation uses the slot.
func (s *slot) isLocal() bool {
	for b := range s.users {
		if b != s.alloc.Block() {
			return false
		}
	}
	return true
}

// uninitialized returns the value of the slot before the first store.
func (s *slot) uninitialized() *ir.Value {
	if s.none == nil {
		b := ir.NewBuilder(s.alloc.Context()).Before(s.alloc)
		b.SetLoc(s.alloc.Loc())
		s.none = s.by.Uninitialized(b, s.elem)
	}
	return s.none
}

// rename replaces the loads in a block. v is the value of the slot at the start of the block; nil means that nothing
// has been stored yet. It returns the value at the end.
func (s *slot) rename(b *ir.Block, v *ir.Value) *ir.Value {
	for _, user := range s.users[b] {
		if stored := s.stored(user); stored != nil {
			v = stored
			continue
		}
		loaded := s.loaded(user)
		if !loaded.HasUses() {
			continue
		}
		if v == nil {
			v = s.uninitialized()
		}
		loaded.ReplaceAllUsesWith(v)
	}
	return v
}

// renameUnreachable replaces the loads in unreachable blocks by the last value that the same block stored.
func (s *slot) renameUnreachable(dom *ir.Dominance) {
	for b := range s.users {
		if !dom.IsReachable(b) {
			s.rename(b, nil)
		}
	}
}

// erase removes the allocation and all accesses.
func (s *slot) erase() {
	for _, users := range s.users {
		for _, user := range users {
			user.Erase()
		}
	}
	s.alloc.Erase()
}

// liveIn returns the blocks at whose start the slot's value is needed.
func (s *slot) liveIn() map[*ir.Block]bool {
	live := make(map[*ir.Block]bool)
	var work []*ir.Block
	need := func(b *ir.Block) {
		if !live[b] && b != s.alloc.Block() {
			live[b] = true
			work = append(work, b)
		}
	}
	for b, users := range s.users {
		if s.loaded(users[0]) != nil {
			need(b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for pred := range b.Predecessors() {
			if !s.storesIn(pred.Block()) {
				need(pred.Block())
			}
		}
	}
	return live
}

func (s *slot) storesIn(b *ir.Block) bool {
	return slices.ContainsFunc(s.users[b], func(op *ir.Operation) bool { return s.stored(op) != nil })
}
