// Package axisinfo is an analysis of kernels at the strict level: how regular the elements of integer and pointer
// tensors are along each dimension. It is used to choose layouts and to vectorize accesses to memory. Triton's AxisInfo
// is similar.
//
// Values that loops and branches pass on are first assumed to be as regular as possible. Iteration to a fixed point
// weakens the assumption where it does not hold. Values of unknown operations count as irregular. Hints strengthen the
// results: the attribute `tile.divisibility = 16 : i32` of a kernel's argument is a promise of the host, in bytes for
// pointers; tile.hint and tile.assume are promises of the program. Address arithmetic is assumed not to overflow: a
// program in which it does has an error.
//
// Start with [Analyze]. flow.go finds the fixed point; transfer.go and the other files have the rules of operations.
package axisinfo

import (
	"math/bits"
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/pointermap"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// maxDivisor is the greatest divisor, and the divisor of 0. Larger divisors would make no difference.
const maxDivisor = 1 << 30

// Dim describes a tensor along one dimension. A scalar has one Dim, too. All numbers are powers of two.
type Dim struct {
	// Contiguity is the length of aligned runs in which each element is one more than the previous one; for pointers,
	// one element further.
	Contiguity int64
	// Divisor divides the first element of each such run; in bytes for pointers.
	Divisor int64
	// Constancy is the length of aligned runs of equal elements.
	Constancy int64
	// Steps describes longer aligned runs that rise more slowly.
	Steps Steps
}

// Steps describes aligned runs of Length elements. In a run, groups of Each elements are equal, and the value grows by
// one from group to group: 4 4 5 5 6 6 7 7 has Length 8, Each 2 and Divisor 4. For pointers, it grows by one element.
type Steps struct {
	Each, Length int64 // powers of two; 0 if nothing is known
	Divisor      int64 // of the first element; in bytes for pointers
}

// Rise returns the number of different elements in a run, at least 1.
func (s Steps) Rise() int64 {
	if s.Each == 0 {
		return 1
	}
	return s.Length / s.Each
}

var unknown = dim(1, 1, 1)

func dim(contiguity, divisor, constancy int64) Dim {
	return Dim{Contiguity: contiguity, Divisor: divisor, Constancy: constancy}
}

// Info is the result of the analysis.
type Info struct {
	facts     pointermap.Map[ir.Value, fact]
	constants pointermap.Map[ir.Value, int64]
	promise   map[*ir.Value]int64 // divisors from tile.assume
	changed   bool
	waiting   bool  // whether an operation was skipped because an operand is not known yet
	kept      []Dim // what is free of it is memory for facts
	last      []Dim // the facts that were copied last
	scratch   []Dim // what is computed for one operation
}

// fact is what is known about a value.
type fact struct {
	dims    []Dim
	natural bool // whether its elements are not negative
	known   bool // false for the zero value: nothing is known yet
}

// Of returns what is known about a value, one Dim per dimension and one for a scalar. Callers must not change it.
func (in *Info) Of(v *ir.Value) []Dim {
	if f := in.facts.Get(v); f.known {
		return f.dims
	}
	return nothing(rank(v.Type()))
}

// Same says that a new value has the elements of another one. Passes call it to keep the result up to date.
func (in *Info) Same(made, as *ir.Value) {
	if f := in.facts.Get(as); f.known {
		in.facts.Set(made, f)
	}
}

// nothing returns what is known about most values. Nobody may change it.
func nothing(n int) []Dim {
	if n > len(manyUnknown) {
		return slices.Repeat([]Dim{unknown}, n)
	}
	return manyUnknown[:n:n]
}

var manyUnknown = slices.Repeat([]Dim{unknown}, 16)

// isNothing reports whether facts are what nothing returns, without a look at each of them.
func isNothing(dims []Dim) bool { return len(dims) > 0 && &dims[0] == &manyUnknown[0] }

// isKnown reports whether d is not unknown. All numbers are powers of two, or 0 in steps.
func (d *Dim) isKnown() bool {
	return d.Contiguity|d.Divisor|d.Constancy != 1 || d.Steps.Each|d.Steps.Length|d.Steps.Divisor != 0
}

// rank returns the number of dimensions of a tensor, and 1 for a scalar.
func rank(t ir.Type) int {
	if tensor, ok := t.(*ir.TensorType); ok {
		return len(tensor.Shape())
	}
	return 1
}

// Facts is [Analyze] for passes. Passes that change nothing of a kernel but attributes that the analysis does not read
// leave its result to the next ones.
var Facts = &pass.Analysis[*Info]{
	Name:    "AxisInfo",
	Compute: func(_ *pass.Context, kernel *ir.Operation) *Info { return Analyze(tile.Kernel{Operation: kernel}) },
}

// Analyze analyzes everything in a kernel.
func Analyze(kernel tile.Kernel) *Info {
	in := &Info{promise: make(map[*ir.Value]int64)}
	facts := 0 // of operations with a rule
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Assume) {
			in.assumption(op)
		}
		if transfers.Get(op.Def()) != nil {
			facts += op.NumResults()
		}
		return true
	})
	in.facts = pointermap.Of[ir.Value, fact](facts)
	in.hints(kernel)
	in.solve(kernel.Operation)
	return in
}

// hints sets what the host promises about arguments.
func (in *Info) hints(kernel tile.Kernel) {
	for i, v := range kernel.Entry().Args() {
		if n := kernel.ArgFacts(i).Divisibility; n > 1 {
			in.facts.Set(v, fact{dims: []Dim{dim(1, lowestBit(n), 1)}, known: true})
		}
	}
}

// unknowns returns facts about a value of a type, for the rule of an operation to improve, in memory as of room.
func (in *Info) unknowns(t ir.Type) []Dim {
	out := in.room(rank(t))
	copy(out, nothing(len(out)))
	return out
}

// room returns memory for facts. It is used again when the next operation is evaluated: keep copies what lasts.
func (in *Info) room(n int) []Dim {
	from := len(in.scratch)
	in.scratch = slices.Grow(in.scratch, n)[:from+n]
	return in.scratch[from : from+n : from+n]
}

// keep copies facts. Nothing is known about most values, which takes no memory, and the same is often known about
// values of operations in a row.
func (in *Info) keep(dims []Dim) []Dim {
	known := false
	for i := range dims {
		known = known || dims[i].isKnown()
	}
	if !known {
		return nothing(len(dims))
	}
	if slices.Equal(in.last, dims) {
		return in.last
	}
	if n := len(dims); cap(in.kept)-len(in.kept) < n {
		in.kept = make([]Dim, 0, max(64, n))
	}
	from := len(in.kept)
	in.kept = append(in.kept, dims...)
	in.last = in.kept[from:len(in.kept):len(in.kept)]
	return in.last
}

// lowestBit returns the largest power of two that divides n, at most maxDivisor.
func lowestBit(n int64) int64 {
	if n == 0 {
		return maxDivisor
	}
	return int64(min(maxDivisor, uint64(1)<<bits.TrailingZeros64(uint64(n)))) // 1<<63 of int64 would be negative
}

// elemBytes returns the size in bytes of a pointer's elements, or 1 for numbers.
func elemBytes(t ir.Type) int64 {
	if p, ok := ir.ElementOrSelf(t).(*tile.PtrType); ok {
		return int64(max(1, ir.BitWidth(p.Pointee())/8))
	}
	return 1
}
