package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var loadCaches = newKinds("load_cache_modifier", "NVVM load cache modifier kind", "LoadCacheModifierKind", "ca", "cg",
	"cs", "lu", "cv")

// CpAsync defines `nvvm.cp.async.shared.global`: the thread copies 4, 8 or 16 bytes to shared memory, which are there
// when it has waited for the copy's group, or a barrier in memory says so. With a size given at run time, bytes behind
// those are zero. Cache cg leaves out the first cache, and takes 16 bytes (PTX ISA, "cp.async").
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

// CpAsyncCommit defines `nvvm.cp.async.commit.group`: the copies of the thread by nvvm.cp.async.shared.global that
// belong to no group yet are one.
var CpAsyncCommit = ir.OpDef{Name: "nvvm.cp.async.commit.group",
	Summary: "makes the thread's copies that belong to no group a group", Assembly: `attr-dict`}

// CpAsyncWait defines `nvvm.cp.async.wait.group`: all groups of the thread but the last so many have ended, and the
// thread sees what they brought.
var CpAsyncWait = ir.OpDef{Name: "nvvm.cp.async.wait.group", Summary: "waits for groups of the thread's copies",
	Attrs: []ir.OpAttr{{Name: "n", Attr: constraints.I32Attr}}, Assembly: `$n attr-dict`}

// CpAsyncArrive defines `nvvm.cp.async.mbarrier.arrive`: when the copies by nvvm.cp.async.shared.global that the thread
// has begun have ended, it arrives at a barrier in memory. The current phase of the barrier waits for one arrival more,
// unless noinc says that this arrival is among those that the barrier was initialized for.
var CpAsyncArrive = ir.OpDef{
	Name:    "nvvm.cp.async.mbarrier.arrive",
	Summary: "arrival at a barrier in memory when the thread's copies have ended",
	Operands: []ir.ValueDef{{Name: "addr", Type: pointerTo("LLVM pointer in address space 0 or LLVM pointer in address "+
		"space 3", llvm.GenericSpace, llvm.SharedSpace)}},
	Attrs:    []ir.OpAttr{{Name: "noinc", Attr: constraints.Bool, Default: isFalse}},
	Assembly: `$addr attr-dict ':' type(operands)`,
}

// AsyncCopy is what an nvvm.cp.async.shared.global copies.
type AsyncCopy struct {
	To, From *ir.Value
	Bytes    int64
	Cache    string    // "ca" or "cg"
	Size     *ir.Value // how many bytes there are to copy; nil for all
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

// IsExpectedArrival reports whether an nvvm.cp.async.mbarrier.arrive is one of those that its barrier was initialized
// for.
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

// NewCpAsync creates a copy of 4, 8 or 16 bytes to shared memory, of which the first ones, a number of i32, are read
// and the rest is zero.
func NewCpAsync(b *ir.Builder, to, from *ir.Value, bytes int64, size *ir.Value) *ir.Operation {
	cache := "ca"
	if bytes == 16 { // nothing is read again by this multiprocessor before it is in shared memory
		cache = "cg"
	}
	st := b.State(&CpAsync)
	st.SetInherent("size", b.Context().Integer(b.Context().I(32), bytes))
	st.SetInherent("modifier", loadCaches.attr(b.Context(), cache))
	st.Operands = append(st.Operands, to, from, size)
	return b.Create(st)
}

// NewCpAsyncWait creates a wait for all groups of the thread's copies but the last so many.
func NewCpAsyncWait(b *ir.Builder, pending int64) *ir.Operation {
	st := b.State(&CpAsyncWait)
	st.SetInherent("n", b.Context().Integer(b.Context().I(32), pending))
	return b.Create(st)
}
