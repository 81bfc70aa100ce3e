// Package alias determines whether two values may refer to the same memory, and what operations do to that memory.
//
// It follows references to their origins, inside one function: through views ([ir.View]), control flow, and the effects
// of operations ([ir.MemoryEffects]). It does not look at sizes and offsets. [Apart] says which arguments refer to
// different memory. If two references are independent, no access through one conflicts with an access through the
// other; they may still share memory that is never written. Start at [Of], [Analysis] and [Effects].
package alias

import "github.com/girih-ir/girih/ir"

// Result says how the memory of two references is related.
type Result uint8

const (
	// No says that no access through one conflicts with an access through the other.
	No Result = iota
	// May says that nothing is known.
	May
	// Must says that they refer to the same object, perhaps to different parts of it when views are involved.
	Must
)

// String returns the name of the result.
func (r Result) String() string { return [...]string{"no alias", "may alias", "must alias"}[r] }

// merge returns the result that holds if either of two results may hold.
func (r Result) merge(other Result) Result {
	if r == other {
		return r
	}
	return May
}

// Of returns how the memory that two values refer to is related.
func Of(a, b *ir.Value) Result { return new(Analysis).Of(a, b) }

// Analysis caches results, for many queries while the IR does not change. The zero value is ready to use.
type Analysis struct {
	origins map[*ir.Value][]*ir.Value
}

// originsOf is findOrigins, with results cached.
func (an *Analysis) originsOf(v *ir.Value) []*ir.Value {
	list, ok := an.origins[v]
	if !ok {
		if an.origins == nil {
			an.origins = make(map[*ir.Value][]*ir.Value)
		}
		list = findOrigins(v)
		an.origins[v] = list
	}
	return list
}

// Of returns how the memory that two values refer to is related.
func (an *Analysis) Of(a, b *ir.Value) Result {
	if a == b {
		return Must
	}
	first := true
	var result Result
	for _, x := range an.originsOf(a) {
		for _, y := range an.originsOf(b) {
			r := compare(x, y)
			if !first {
				r = result.merge(r)
			}
			if result, first = r, false; result == May {
				return May
			}
		}
	}
	if first {
		return May
	}
	return result
}

// compare compares values that are neither views nor the result of control flow.
func compare(a, b *ir.Value) Result {
	if a == b {
		return Must
	}
	allocatedA, allocatedB := isAllocated(a), isAllocated(b)
	switch {
	case allocatedA && allocatedB:
		return No
	case allocatedA && isOlder(b, a), allocatedB && isOlder(a, b):
		return No
	case (isApart(a) || isApart(b)) && areArguments(a, b):
		return No
	}
	return May
}

// areArguments reports whether two values are arguments of one function.
func areArguments(a, b *ir.Value) bool {
	f := a.ArgumentOf()
	return f != nil && f == b.ArgumentOf()
}

// isAllocated reports whether the operation that defines a value allocates the memory that it refers to.
func isAllocated(v *ir.Value) (found bool) {
	op := v.DefiningOp()
	if op == nil {
		return false
	}
	effects, ok := ir.InterfaceOf[ir.MemoryEffects](op)
	if !ok {
		return false
	}
	effects.Effects(op, func(e ir.Effect) bool {
		found = e.Kind == ir.Allocate && e.Value == v
		return !found
	})
	return found
}

// isOlder reports whether v refers to memory that exists before the function that contains allocated begins: v is a
// constant, an argument of that function, or defined outside it.
func isOlder(v, allocated *ir.Value) bool {
	if op := v.DefiningOp(); op != nil && op.HasTrait(ir.ConstantLike) {
		return true
	}
	f := allocated.DefiningOp().Parent()
	for f != nil {
		if _, ok := ir.InterfaceOf[ir.Callable](f); ok {
			break
		}
		f = f.Parent()
	}
	if f == nil {
		return false
	}
	b := v.ParentBlock()
	if b == nil {
		return false
	}
	if around := b.ParentOp(); around != f {
		return around != nil && around.IsAncestorOf(f)
	}
	return v.ArgumentOf() != nil && b.IsEntry()
}
