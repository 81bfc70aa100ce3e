// Package schedule describes, as text for people, how a kernel that uses the tensor cores of sm_90a is organized: how
// its tiles are copied and through how many slots of shared memory, which threads copy and which multiply, which
// instructions multiply, how results are stored, and how many registers and how much shared memory all this takes. It
// reads kernels at the level with layouts. The remarks of the passes tell the reasons (pipeline.Options.Remarks). Start
// at [Text].
package schedule

import (
	"fmt"
	"io"
	"strings"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
)

// Text writes the schedules of a module's kernels.
func Text(w io.Writer, module *ir.Operation) error {
	for kernel := range tile.Kernels(module) {
		warps, ok := tilegpu.WarpsOf(kernel.Operation)
		if !ok {
			return kernel.Errorf("has no layouts: run gpu-assign-layouts first")
		}
		s := &schedule{warps: warps}
		kernel.Walk(func(op *ir.Operation) bool {
			s.add(op)
			return true
		})
		most, err := registers.Estimate(kernel)
		if err != nil {
			return err
		}
		if err := s.write(w, kernel, max(s.sum, most.Registers)); err != nil {
			return err
		}
	}
	return nil
}

// schedule collects the description of a kernel.
type schedule struct {
	warps   int
	lines   []string
	bytes   int64 // shared memory of rings, streams and stores
	sum     int64 // registers of a thread for the largest result of a product
	copies  bool  // there are rings (package rings)
	streams bool  // there are streams (package streams)
	turns   bool  // warp groups take turns
	stores  bool  // there are bulk stores
	groups  bool  // each warp group begins its own
}

func (s *schedule) line(op *ir.Operation, format string, args ...any) {
	at := "-"
	if f := ir.FileLocation(op.Loc()); f != nil {
		at = fmt.Sprintf("%d:%d", f.StartLine, f.StartCol)
	}
	s.lines = append(s.lines, fmt.Sprintf("  %s: ", at)+fmt.Sprintf(format, args...))
}

func (s *schedule) add(op *ir.Operation) {
	switch op.Def() {
	case &tilegpu.Ring:
		s.ring(op)
	case &tilegpu.StreamDot:
		s.stream(op)
	case &tilegpu.WindowDot:
		s.windows(op)
	case &tilegpu.RingDot:
		p := tilegpu.RingProduct{Operation: op}
		from := "from shared memory"
		if p.LHSInRegisters() {
			from = "whose left factor is in registers"
		}
		if _, part := p.From(); part {
			from += " (parts of a tile that follow each other in one instruction)"
		}
		s.product(op, p.Tile(1), from)
	case &tile.Dot:
		if e, ok := tilegpu.EncodingOf(op.Result(0).Type()).(*tilegpu.MMAAttr); ok && e.Spec.Version == 3 {
			s.product(op, op.Operand(1).Type().(*ir.TensorType), "of tiles that threads write to shared memory")
		}
	case &tilegpu.TakeTurn:
		s.turns = true
	case &tilegpu.RingStore:
		s.stores = true
		s.line(op, "stores %s: threads write it to the slot of what they have loaded, bulk copies bring it to the array",
			plain(op))
	case &tilegpu.BulkStore:
		t := op.Operand(0).Type().(*ir.TensorType)
		if buffer := tilegpu.StoreBuffer(op); buffer != nil {
			t = buffer.Type().(*tilegpu.SharedType).Cell().(*ir.TensorType)
			s.groups = true
		}
		s.bytes += tensorcores.TileBytes(t)
		s.stores = true
		how := [2]string{"stores", "bring them"}
		if tilegpu.Adds(op) {
			how = [2]string{"adds", "add them"}
		}
		s.line(op, "%s %s: threads write %d bytes of shared memory, bulk copies %s to the array", how[0], plain(op),
			tensorcores.TileBytes(t), how[1])
	}
}

func (s *schedule) ring(op *ir.Operation) {
	t := op.Result(0).Type().(*tilegpu.SharedType)
	cell := t.Cell().(*ir.TensorType)
	bytes := tensorcores.TileBytes(cell)
	s.copies = true
	s.bytes += t.NumCells() * bytes
	if op.NumOperands() > 0 {
		s.line(op, "ring of %d slots of %d bytes for %s, which share the barriers of the one above", t.NumCells(), bytes,
			cell)
		return
	}
	s.line(op, "ring of %d slots of %d bytes for %s, each with a barrier at which its bytes arrive and one at which %d "+
		"warps do", t.NumCells(), bytes, cell, s.warps)
}

func (s *schedule) stream(op *ir.Operation) {
	one, _ := tilegpu.AsStream(op)
	bytes := tensorcores.TileBytes(one.Tile(0)) + tensorcores.TileBytes(one.Tile(1))
	s.streams = true
	s.bytes += int64(one.Stages()) * bytes
	s.line(op, "stream of %d slots of %d bytes for %s and %s, each with a barrier at which its bytes arrive; one product "+
		"runs while the next is begun", one.Stages(), bytes, one.Tile(0), one.Tile(1))
	s.product(op, one.Tile(1), "from shared memory")
}

func (s *schedule) windows(op *ir.Operation) {
	w, _ := tilegpu.AsWindowProduct(op)
	bytes := tensorcores.TileBytes(w.Tile())
	s.streams = true
	s.bytes += w.Stages()*bytes + w.PatchBytes() + 2*w.TransposedBytes()
	s.line(op, "stream of %d slots of %d bytes for %s; a patch of %d bytes that threads transpose to one of two places "+
		"of %d bytes while products run, and that %d shifts share", w.Stages(), bytes, w.Tile(), w.PatchBytes(),
		w.TransposedBytes(), w.Shifts())
	s.product(op, w.Tile(), "from shared memory")
}

// product describes a product of warp groups. right is the type of its right factor; from says where the factors are.
func (s *schedule) product(op *ir.Operation, right *ir.TensorType, from string) {
	t := op.Result(0).Type().(*ir.TensorType)
	e, ok := tilegpu.EncodingOf(t).(*tilegpu.MMAAttr)
	if !ok {
		return
	}
	depth := 256 / ir.BitWidth(right.ElementType())
	held := tensorcores.TileBytes(t) / 4 / int64(s.warps*tilegpu.WarpSize)
	s.sum = max(s.sum, held)
	s.line(op, "product of %d by %d by wgmma m64n%dk%d %s, %d by %d warp groups, %d registers of a thread for the sum",
		t.Shape()[0], t.Shape()[1], e.Spec.N, depth, from, e.Spec.WarpsPerCTA[0]/4, e.Spec.WarpsPerCTA[1], held)
}

func (s *schedule) write(w io.Writer, kernel tile.Kernel, held int64) error {
	var text strings.Builder
	fmt.Fprintf(&text, "@%s: %d warps compute\n", kernel.SymName(), s.warps)
	if n := tile.ResidentOf(kernel.Operation); n > 0 {
		fmt.Fprintf(&text, "  each block runs programs one after the other: %d blocks at most for each multiprocessor\n", n)
	}
	for _, role := range s.roles() {
		fmt.Fprintf(&text, "  %s\n", role)
	}
	for _, line := range s.lines {
		fmt.Fprintln(&text, line)
	}
	fmt.Fprintf(&text, "  at least %d of %d registers of a thread; %d bytes of tiles in shared memory (tiles that are "+
		"not live at the same time share memory)\n", held, registers.Limit(s.warps), s.bytes)
	_, err := io.WriteString(w, text.String())
	return err
}

// roles describes the work of threads besides products.
func (s *schedule) roles() (parts []string) {
	switch {
	case s.copies:
		parts = append(parts, "a warp of its own copies tiles ahead, unless control flow depends on computed values")
	case s.streams:
		parts = append(parts, "thread 0 copies tiles ahead")
	}
	if s.turns {
		parts = append(parts, "warp groups take turns")
	}
	switch {
	case s.groups:
		parts = append(parts, "the first thread of each warp group begins bulk stores, and waits for them before the next "+
			"or the end")
	case s.stores:
		parts = append(parts, "thread 0 begins bulk stores, and waits for them before the next or the end")
	}
	return parts
}

// plain returns the type of an operation's first operand without its layout.
func plain(op *ir.Operation) *ir.TensorType {
	t := op.Operand(0).Type().(*ir.TensorType)
	return op.Context().TensorType(t.Shape(), t.ElementType(), nil)
}
