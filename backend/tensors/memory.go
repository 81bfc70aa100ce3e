package tensors

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// ErrMemory is wrapped if a program needs more memory than there is. The error names the largest buffers.
var ErrMemory = errors.New("not enough memory")

// uncleared returns a slice of n elements of a type for a step that sets all of them. Go's runtime would clear a new
// slice first, on one core: for a sum of two tensors, that takes as long as the sum.
func uncleared(elem ir.Type, n int) any {
	const small = 64 << 10
	kind := reflect.TypeOf(storage(elem, 0))
	bytes := n * int(kind.Elem().Size())
	if bytes < small {
		return storage(elem, n)
	}
	// A strings.Builder is the only way in the standard library to allocate memory that is not cleared. No other code
	// has this memory.
	var b strings.Builder
	b.Grow(bytes)
	b.WriteByte(0)
	return reflect.SliceAt(kind.Elem(), unsafe.Pointer(unsafe.StringData(b.String())), n).Interface()
}

// unknownMemory is more than any machine has, and can be counted.
const unknownMemory = math.MaxInt64 / 4

// memory is [machineMemory], which does not change.
var memory = sync.OnceValue(machineMemory)

// bytesOf returns how many bytes a tensor takes, at most unknownMemory. A negative size is one that overflowed.
func bytesOf(elem ir.Type, shape []int64) int64 {
	bytes := float64(elementSize(elem))
	for _, n := range shape {
		bytes *= math.Abs(float64(n))
	}
	return int64(min(bytes, unknownMemory))
}

// tooLarge is the error for a result that no program can have.
func tooLarge(elem ir.Type, shape []int64) error {
	return fmt.Errorf("%w: a result of shape %s with elements of type %s takes %d bytes", ErrMemory,
		prim.ShapeString(shape), ir.Quote(elem), bytesOf(elem, shape))
}

// countable checks that the number of bytes of a step's results does not overflow.
func (s *step) countable() error {
	for _, t := range s.out {
		if shape := wide(t.shape); bytesOf(t.elem, shape) >= unknownMemory {
			return located(s.op, tooLarge(t.elem, shape))
		}
	}
	return nil
}

// admits checks that the machine has memory for the results of a primitive.
func (u *use) admits() error {
	if prim.IsView(u.op) {
		return nil
	}
	for _, t := range u.out {
		if bytesOf(t.Elem, t.Shape) > memory() {
			return tooLarge(t.Elem, t.Shape)
		}
	}
	return nil
}

// admits checks that the program's buffers and results fit in limit bytes; 0 stands for what the machine has.
func (p *plan) admits(limit int64) error {
	if limit == 0 {
		limit = memory()
	}
	need := int64(p.size)
	for _, r := range p.roots {
		if r.leaves && r.argument == 0 && r.constant == nil {
			need += int64(r.n) * int64(elementSize(r.elem))
		}
	}
	if need > limit {
		return fmt.Errorf("%w: the program needs %d bytes, and may have %d; %s", ErrMemory, need, limit, p.largest())
	}
	return nil
}

// largest names the largest buffers, for messages about memory.
func (p *plan) largest() string {
	const most = 5
	roots := slices.Clone(p.roots)
	size := func(r *root) int {
		if r.argument > 0 && r.n == 0 {
			return p.arguments[r.argument-1]
		}
		return r.n * elementSize(r.elem)
	}
	slices.SortStableFunc(roots, func(a, b *root) int { return cmp.Compare(size(b), size(a)) })
	var names []string
	for _, r := range roots[:min(most, len(roots))] {
		names = append(names, fmt.Sprintf("%d bytes of %s", size(r), p.nameOf(r)))
	}
	return "the largest buffers are " + strings.Join(names, ", ")
}

// nameOf describes the tensor that a root belongs to.
func (p *plan) nameOf(r *root) string {
	if r.argument > 0 {
		return fmt.Sprintf("argument %d", r.argument-1)
	}
	for _, s := range p.steps {
		for _, t := range s.out {
			if t.data != any(r) {
				continue
			}
			if at := ir.FileLocation(s.op.Loc()); at != nil {
				return fmt.Sprintf("a result of %s at %s:%d", s.name, at.File, at.StartLine)
			}
			return "a result of " + s.name
		}
	}
	return "a constant"
}
