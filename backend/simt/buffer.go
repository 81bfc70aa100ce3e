package simt

import (
	"fmt"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// Buffer is global memory that is passed to a kernel as a pointer.
type Buffer struct {
	// Data is the memory; numbers are little-endian.
	Data []byte
	// Undefined says for each byte whether it is undefined because it was never written; nil means that all are defined.
	Undefined []bool
}

// memory returns the buffer as an allocation for a launch.
func (b *Buffer) memory(name string) *allocation {
	a := &allocation{space: globalMemory, name: name, data: b.Data}
	if b.Undefined != nil {
		a.state = make([]byte, len(b.Data))
		for i, u := range b.Undefined {
			if !u {
				a.state[i] = defined
			}
		}
	}
	return a
}

// finish records after a launch which bytes are defined.
func (b *Buffer) finish(a *allocation) {
	for i, s := range a.state {
		b.Undefined[i] = s != defined
	}
}

// elementBytes returns the number of bytes of an array element in memory: a power of two.
func elementBytes(t ir.Type) int64 { return powerOfTwo((int64(ir.BitWidth(t)) + 7) / 8) }

// arrayMemory copies an array into an allocation.
func arrayMemory(array *interp.Array, name string) *allocation {
	size := elementBytes(array.Elem())
	a := &allocation{space: globalMemory, name: name, data: make([]byte, size*int64(array.Len()))}
	for i := range array.Len() {
		putWord(a.data[int64(i)*size:], size, array.Stored(i))
		if !array.Defined(i) && a.state == nil {
			a.state = make([]byte, len(a.data))
			for j := range a.state {
				a.state[j] = defined
			}
		}
		if !array.Defined(i) {
			clear(a.state[int64(i)*size:][:size])
		}
	}
	return a
}

// finishArray copies an allocation back to its array, if the launch wrote to it.
func finishArray(array *interp.Array, a *allocation) {
	if !a.written.Load() {
		return
	}
	size := elementBytes(array.Elem())
	for i := range array.Len() {
		if at := int64(i) * size; a.state == nil || wholly(a.state[at:at+size]) {
			array.Store(i, word(a.data[at:], size))
		}
	}
}

func wholly(state []byte) bool {
	for _, s := range state {
		if s != defined {
			return false
		}
	}
	return true
}

// parameter is the value of a kernel parameter.
type parameter struct {
	words  []uint64
	memory *allocation // the memory that a pointer points to
	finish func()
}

// bind converts an argument to the value of a parameter of a type. Memory gets its number later.
func bind(t ir.Type, arg any, name string) (parameter, error) {
	leaves := leavesOf(t)
	if len(leaves) != 1 {
		return parameter{}, fmt.Errorf("%w: parameters of type %s are not supported", ErrArgument, ir.Quote(t))
	}
	_, isPointer := pointerType(t)
	switch arg := arg.(type) {
	case *Buffer:
		if isPointer && arg != nil && (arg.Undefined == nil || len(arg.Undefined) == len(arg.Data)) {
			a := arg.memory(name)
			return parameter{memory: a, finish: func() { arg.finish(a) }}, nil
		}
	case *interp.Array:
		if isPointer && arg != nil {
			a := arrayMemory(arg, name)
			return parameter{memory: a, finish: func() { finishArray(arg, a) }}, nil
		}
	default:
		if w, ok := number(t, arg); ok && !isPointer {
			return parameter{words: []uint64{w}}, nil
		}
	}
	return parameter{}, fmt.Errorf("%w: expected a value for %s, but got %s", ErrArgument, ir.Quote(t), described(arg))
}

func described(arg any) string {
	switch arg := arg.(type) {
	case *interp.Array:
		return fmt.Sprintf("an array of '%s' of shape %v", arg.Elem(), arg.Shape())
	case *Buffer:
		return "a buffer"
	}
	return fmt.Sprint(arg)
}
