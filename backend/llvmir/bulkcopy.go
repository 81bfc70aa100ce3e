package llvmir

import (
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// addCopies adds the translations of asynchronous copies.
func addCopies() {
	for def, emit := range map[*ir.OpDef]emitter{
		&nvvm.TensorLoad:     emitTensorLoad,
		&nvvm.TensorPrefetch: emitTensorPrefetch,
		&nvvm.TensorStore:    emitTensorStore,
		&nvvm.TensorReduce:   emitTensorStore,
		&nvvm.BulkCommit:     emitEffect("cp.async.bulk.commit_group;"),
		&nvvm.BulkWait:       emitBulkWait,
		&nvvm.CpAsync:        emitCpAsync,
		&nvvm.CpAsyncCommit:  emitEffect("cp.async.commit_group;"),
		&nvvm.CpAsyncWait:    emitCpAsyncWait,
		&nvvm.CpAsyncArrive:  emitCpAsyncArrive,
	} {
		emitters.Set(def, emit)
	}
}

// asmText collects the operands of inline assembly and their constraints.
type asmText struct {
	args    []value.Value
	letters []string
	first   int // number of the first operand, behind results
}

// operand adds an operand with a constraint and returns its placeholder.
func (a *asmText) operand(letter string, v value.Value) string {
	a.args, a.letters = append(a.args, v), append(a.letters, letter)
	return fmt.Sprintf("$%d", a.first+len(a.args)-1)
}

// effectful adds a call of inline assembly with side effects, which is not moved across accesses to memory.
func (a *asmText) effectful(b *body, text string) {
	add(b, effectful(text, strings.Join(append(a.letters, ordered), ","), types.Void, a.args...))
}

// box adds a tensor map and the coordinates of a box, and returns them in the syntax of instructions.
func (a *asmText) box(b *body, tensorMap *ir.Value, coordinates []*ir.Value) string {
	at := a.operand("l", b.values.Get(tensorMap))
	names := make([]string, len(coordinates))
	for i, v := range coordinates {
		names[i] = a.operand("r", b.values.Get(v))
	}
	return fmt.Sprintf("[%s, {%s}]", at, strings.Join(names, ", "))
}

// modeless are the modes of tensor copies that no target before sm_100 has.
var modeless = map[string]bool{"im2col_w": true, "im2col_w_128": true, "tile_gather4": true, "tile_scatter4": true}

// guarded returns an instruction that is executed if a predicate holds; a nil predicate always holds.
func (a *asmText) guarded(b *body, text string, predicate *ir.Value) string {
	if predicate == nil {
		return text
	}
	is := a.operand("r", add(b, llir.NewZExt(b.values.Get(predicate), types.I32)))
	return "{ .reg .pred p; setp.ne.b32 p, " + is + ", 0; @p " + text + " }"
}

// offsets adds the offsets of mode im2col, and returns them in the syntax of instructions.
func (a *asmText) offsets(b *body, values []*ir.Value) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = a.operand("h", b.values.Get(v))
	}
	if len(names) == 0 {
		return ""
	}
	return ", {" + strings.Join(names, ", ") + "}"
}

// hint adds a cache hint, and returns its modifier and its operand.
func (a *asmText) hint(b *body, v *ir.Value) (modifier, operand string) {
	if v == nil {
		return "", ""
	}
	return ".L2::cache_hint", ", " + a.operand("l", b.values.Get(v))
}

// emitTensorLoad prints a copy of a box to shared memory.
func emitTensorLoad(b *body, op *ir.Operation) error {
	r := nvvm.TensorLoadOf(op)
	if modeless[r.Mode] {
		return op.Errorf("has no translation to LLVM IR: its mode must be tile or im2col")
	}
	var a asmText
	to := a.operand("r", b.sharedWord(b.values.Get(r.To)))
	from, barrier := a.box(b, r.Map, r.Coordinates), a.operand("r", b.sharedWord(b.values.Get(r.Barrier)))
	mode, offsets, mask := "", a.offsets(b, r.Offsets), ""
	if r.Mode == "im2col" {
		mode = ".im2col"
	}
	completion := ".mbarrier::complete_tx::bytes"
	if r.Multicast != nil {
		completion += ".multicast::cluster"
		mask = ", " + a.operand("h", b.values.Get(r.Multicast))
	}
	modifier, hint := a.hint(b, r.CacheHint)
	text := fmt.Sprintf("cp.async.bulk.tensor.%dd.shared::cluster.global%s%s%s [%s], %s, [%s]%s%s%s;", len(r.Coordinates),
		mode, completion, modifier, to, from, barrier, offsets, mask, hint)
	a.effectful(b, a.guarded(b, text, r.Predicate))
	return nil
}

// emitTensorPrefetch prints a prefetch of a box.
func emitTensorPrefetch(b *body, op *ir.Operation) error {
	r := nvvm.TensorPrefetchOf(op)
	if modeless[r.Mode] {
		return op.Errorf("has no translation to LLVM IR: its mode must be tile or im2col")
	}
	var a asmText
	from, offsets := a.box(b, r.Map, r.Coordinates), a.offsets(b, r.Offsets)
	modifier, hint := a.hint(b, r.CacheHint)
	a.effectful(b, fmt.Sprintf("cp.async.bulk.prefetch.tensor.%dd.L2.global.%s%s %s%s%s;", len(r.Coordinates), r.Mode,
		modifier, from, offsets, hint))
	return nil
}

// emitTensorStore prints a copy to a box of a tensor, or a reduction into it.
func emitTensorStore(b *body, op *ir.Operation) error {
	s := nvvm.TensorStoreOf(op)
	if modeless[s.Mode] {
		return op.Errorf("has no translation to LLVM IR: its mode must be tile or im2col")
	}
	var a asmText
	to := a.box(b, s.Map, s.Coordinates)
	from := a.operand("r", b.sharedWord(b.values.Get(s.From)))
	modifiers := ""
	if s.Mode == "im2col" {
		modifiers = ".im2col_no_offs"
	}
	name := "cp.async.bulk.tensor"
	if s.Reduction != "" {
		name, modifiers = "cp.reduce.async.bulk.tensor", "."+s.Reduction+modifiers
	}
	modifier, hint := a.hint(b, s.CacheHint)
	text := fmt.Sprintf("%s.%dd.global.shared::cta%s.bulk_group%s %s, [%s]%s;", name, len(s.Coordinates), modifiers,
		modifier, to, from, hint)
	a.effectful(b, a.guarded(b, text, s.Predicate))
	return nil
}

// emitCpAsync prints cp.async, a copy of a single thread.
func emitCpAsync(b *body, op *ir.Operation) error {
	c := nvvm.CpAsyncOf(op)
	var a asmText
	to, from := a.operand("r", b.sharedWord(b.values.Get(c.To))), a.operand("l", b.values.Get(c.From))
	size := ""
	if c.Size != nil {
		size = ", " + a.operand("r", b.values.Get(c.Size))
	}
	a.effectful(b, fmt.Sprintf("cp.async.%s.shared.global [%s], [%s], %d%s;", c.Cache, to, from, c.Bytes, size))
	return nil
}

func emitCpAsyncWait(b *body, op *ir.Operation) error {
	return emitEffect(fmt.Sprintf("cp.async.wait_group %d;", op.Inherent("n").(*ir.IntegerAttr).Int64()))(b, op)
}

// emitCpAsyncArrive prints an arrival at a barrier when copies have completed. The barrier is in shared memory, or
// given by a generic pointer.
func emitCpAsyncArrive(b *body, op *ir.Operation) error {
	name := "cp.async.mbarrier.arrive"
	if nvvm.IsExpectedArrival(op) {
		name += ".noinc"
	}
	var a asmText
	if op.Operand(0).Type().(*llvm.PointerType).AddrSpace == llvm.SharedSpace {
		a.effectful(b, name+".shared.b64 ["+a.operand("r", b.sharedWord(b.operand(op, 0)))+"];")
		return nil
	}
	a.effectful(b, name+".b64 ["+a.operand("l", b.operand(op, 0))+"];")
	return nil
}

// emitEffect prints an instruction of a thread without operands.
func emitEffect(text string) emitter {
	return func(b *body, _ *ir.Operation) error {
		add(b, effectful(text, ordered, types.Void))
		return nil
	}
}

func emitBulkWait(b *body, op *ir.Operation) error {
	pending, read := nvvm.BulkWaitOf(op)
	name := "cp.async.bulk.wait_group"
	if read {
		name += ".read"
	}
	return emitEffect(fmt.Sprintf("%s %d;", name, pending))(b, op)
}
