package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var loadCaches = newKinds("load_cache_modifier", "NVVM load cache modifier kind", "LoadCacheModifierKind", "ca", "cg",
	"cs", "lu", "cv")

// CpAsync defines `nvvm.cp.async.shared.global`: the thread copies 4, 8 or 16 bytes from global to shared memory
// asynchronously. The bytes are there after a wait for the copy's group or for an mbarrier that the copy arrives at. If
// a size is given at run time, only that many bytes are copied and the remaining ones become zero. Cache operator cg
// bypasses the L1 cache and requires 16 bytes (PTX ISA, "cp.async").
var CpAsync = ir.OpDef{
	Name:    "nvvm.cp.async.shared.global",
	Summary: "asynchronous copy of a thread from global to shared memory",
	Operands: []ir.ValueDef{{Name: "dst", Type: pointerTo("LLVM pointer in address space 3", llvm.SharedSpace)},
		{Name: "src", Type: pointerTo("LLVM pointer in address space 1", llvm.GlobalSpace)},
		{Name: "cpSize", Type: constraints.I32, Arity: ir.Optional}},
	Attrs: []ir.OpAttr{{Name: "size", Attr: constraints.I32Attr}, {Name: "modifier", Attr: loadCaches.constraint()}},
	Assembly: `$dst ',' $src ',' $size ',' 'cache' '=' $modifier (',' $cpSize^)? attr-dict ':' ` +
		`type(operands)`,
	Verify: verifyCpAsync,
}

// CpAsyncCommit defines `nvvm.cp.async.commit.group`: the operation makes one group of the thread's
// nvvm.cp.async.shared.global copies that belong to no group yet.
var CpAsyncCommit = ir.OpDef{Name: "nvvm.cp.async.commit.group",
	Summary: "puts the thread's copies that are in no group yet into a group", Assembly: `attr-dict`}

// CpAsyncWait defines `nvvm.cp.async.wait.group`: the thread waits until at most the given number of its newest groups
// are still running. What the other groups copied is then visible to the thread.
var CpAsyncWait = ir.OpDef{Name: "nvvm.cp.async.wait.group", Summary: "waits for groups of the thread's copies",
	Attrs: []ir.OpAttr{{Name: "n", Attr: constraints.I32Attr}}, Assembly: `$n attr-dict`}

// CpAsyncArrive defines `nvvm.cp.async.mbarrier.arrive`: the thread arrives at an mbarrier when all
// nvvm.cp.async.shared.global copies that it has started have ended. Without noinc, the current phase of the mbarrier
// expects one arrival more. With noinc, the arrival is one of those that the mbarrier was initialized for.
var CpAsyncArrive = ir.OpDef{
	Name:    "nvvm.cp.async.mbarrier.arrive",
	Summary: "arrival at an mbarrier when the thread's copies have ended",
	Operands: []ir.ValueDef{{Name: "addr", Type: pointerTo("LLVM pointer in address space 0 or LLVM pointer in address "+
		"space 3", llvm.GenericSpace, llvm.SharedSpace)}},
	Attrs:    []ir.OpAttr{{Name: "noinc", Attr: constraints.Bool, Default: isFalse}},
	Assembly: `$addr attr-dict ':' type(operands)`,
}

// AsyncCopy describes an nvvm.cp.async.shared.global.
type AsyncCopy struct {
	To, From *ir.Value
	Bytes    int64
	Cache    string    // "ca" or "cg"
	Size     *ir.Value // number of bytes to copy; nil for all
}

// CpAsyncOf returns the description of a copy.
func CpAsyncOf(op *ir.Operation) AsyncCopy {
	c := AsyncCopy{To: op.Operand(0), From: op.Operand(1), Bytes: op.Inherent("size").(*ir.IntegerAttr).Int64(),
		Cache: op.Inherent("modifier").(*KindAttr).Kind}
	if op.NumOperands() > 2 {
		c.Size = op.Operand(2)
	}
	return c
}

// IsExpectedArrival reports whether an nvvm.cp.async.mbarrier.arrive has noinc: it is one of the arrivals that its
// mbarrier was initialized for.
func IsExpectedArrival(op *ir.Operation) bool { return op.Inherent("noinc") == op.Context().Bool(true) }

func verifyCpAsync(op *ir.Operation) error {
	c := CpAsyncOf(op)
	switch {
	case c.Cache != "ca" && c.Cache != "cg":
		return op.Errorf("Only CG and CA cache modifiers are supported.")
	case !slices.Contains([]int64{4, 8, 16}, c.Bytes):
		return op.Errorf("expected byte size to be either 4, 8 or 16.")
	case c.Cache == "cg" && c.Bytes != 16:
		return op.Errorf("CG cache modifier is only support for 16 bytes copy.")
	}
	return nil
}

// NewCpAsync creates a copy of 4, 8 or 16 bytes to shared memory. Size, an i32, is how many of these bytes are read;
// the remaining ones become zero.
func NewCpAsync(b *ir.Builder, to, from *ir.Value, bytes int64, size *ir.Value) *ir.Operation {
	cache := "ca"
	if bytes == 16 { // bypasses the L1 cache, since nothing else reads the bytes from global memory
		cache = "cg"
	}
	st := b.State(&CpAsync)
	st.SetInherent("size", b.Context().Integer(b.Context().I(32), bytes))
	st.SetInherent("modifier", loadCaches.attr(b.Context(), cache))
	st.Operands = append(st.Operands, to, from, size)
	return b.Create(st)
}

// NewCpAsyncWait creates a wait until at most pending of the thread's newest groups of copies are running.
func NewCpAsyncWait(b *ir.Builder, pending int64) *ir.Operation {
	st := b.State(&CpAsyncWait)
	st.SetInherent("n", b.Context().Integer(b.Context().I(32), pending))
	return b.Create(st)
}
