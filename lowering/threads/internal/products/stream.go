package products

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/internal/emit"
)

// stream is the lowering of one tilegpu.stream_dot. It has a ring of n stages in shared memory. A stage has a tile of
// each matrix, and an mbarrier at which the bytes of both tiles arrive.
//
// In iteration k, all threads wait for stage k mod n. The warp groups start its products, and wait for the products of
// iteration k-1. After all of them have finished, one thread starts the copies for iteration k+n-1 into the stage of
// iteration k-1. So products overlap with copies, and with the products of the next iteration.
type stream struct {
	*emit.Code
	tilegpu.Stream
	product  *Wgmma
	ring     *ir.Value // the stages
	barriers *ir.Value
	first    *ir.Value // whether the thread is the one that starts copies
	offset   int64     // the offset of the right tile in its stage
	bytes    int64     // the size of a stage
}

// barrierBytes is the size of an mbarrier. waitTicks bounds the time of one attempt to wait, in nanoseconds.
const (
	barrierBytes = 8
	waitTicks    = 0x989680
)

// Stream lowers tilegpu.stream_dot.
func Stream(c *emit.Code, op *ir.Operation) error {
	s := &stream{Code: c, Stream: tilegpu.Stream{Operation: op}}
	if err := s.plan(); err != nil {
		return err
	}
	n := int64(s.Stages())
	s.barriers = c.AcquireAligned(barrierBytes, []int64{n * barrierBytes})
	s.ring = c.AcquireAligned(alignment, []int64{n * s.bytes})
	s.first = c.Compare("eq", c.Thread, c.I32(0))
	c.When(s.first, nil, func() []*ir.Value {
		for i := range n {
			c.B.Build(&nvvm.MbarrierInit, []*ir.Value{s.AddBytes(s.barriers, i*barrierBytes), c.I32(1)})
		}
		c.B.Build(&nvvm.FenceMbarrierInit, nil)
		return nil
	})
	nvvm.NewFenceProxyAsyncShared(c.B) // in a loop, the copies may overwrite memory that threads wrote
	c.Barrier()
	from, to := c.Element(s.From(), 0), c.Element(s.To(), 0)
	for i := range n - 1 {
		iteration := c.Binary(&llvm.Add, from, c.I32(i))
		s.copyTiles(iteration, to, s.AddBytes(s.ring, i*s.bytes), s.AddBytes(s.barriers, i*barrierBytes))
	}
	c.Values.Set(op.Result(0), s.loop(from, to))
	endBarriers(c, op, s.barriers, n, s.first)
	return nil
}

// plan chooses the places of the tiles in a stage.
func (s *stream) plan() error {
	e, ok := tilegpu.EncodingOf(s.Result(0).Type()).(*tilegpu.MMAAttr)
	if !ok || e.Spec.Version != 3 {
		return s.Errorf("is computed by warp groups: its result must have their layout")
	}
	shape := s.Result(0).Type().(*ir.TensorType).Shape()
	s.product = &Wgmma{Accumulator: e.Spec, Rows: int(shape[0]), Columns: int(shape[1])}
	var err error
	if s.product.Factors, err = tensorcores.StreamFactors([2]*ir.TensorType{s.Tile(0), s.Tile(1)},
		[2]bool{s.Transposed(0), s.Transposed(1)}); err != nil {
		return s.Errorf("%w", err)
	}
	if err := s.product.Check(); err != nil {
		return s.Errorf("%w", err)
	}
	name := s.Tile(0).ElementType().String()
	s.product.TypeA, s.product.TypeB, s.product.TypeD = name, name, nvvm.TypeF32
	s.offset = int64(s.product.Factors[0].Bytes()+alignment-1) &^ (alignment - 1)
	s.bytes = s.offset + int64(s.product.Factors[1].Bytes()+alignment-1)&^(alignment-1)
	return nil
}

// place returns the address of a stage, or of its barrier.
func (s *stream) place(base, stage *ir.Value, bytes int64) *ir.Value {
	return llvm.NewGEP(s.B, s.Ctx.I(8), base, 0, llvm.Index{Value: s.Binary(&llvm.Mul, stage, s.I32(bytes))})
}

// copyTiles starts the copies of the tiles of iteration k into a stage, if k is less than to.
func (s *stream) copyTiles(k, to, stage, barrier *ir.Value) {
	s.When(s.Both(s.first, s.Compare("slt", k, to)), nil, func() []*ir.Value {
		bytes := s.product.Factors[0].Bytes() + s.product.Factors[1].Bytes()
		s.B.Build(&nvvm.MbarrierArriveExpectTx, []*ir.Value{barrier, s.I32(int64(bytes))})
		for i, f := range s.product.Factors {
			tensorMap, line := s.Element(s.LHS(), 0), s.Element(s.Row(), 0)
			if i == 1 {
				tensorMap, line, stage = s.Element(s.RHS(), 0), s.Element(s.Column(), 0), s.AddBytes(stage, s.offset)
			}
			position := [2]*ir.Value{line, k}
			if f.K == 0 {
				position = [2]*ir.Value{k, line}
			}
			y := s.Binary(&llvm.Mul, position[0], s.I32(int64(f.Shape[0])))
			x := s.Binary(&llvm.Mul, position[1], s.I32(int64(f.Shape[1])))
			columns := f.Box()[1]
			for panel := 0; panel*columns < f.Shape[1]; panel++ {
				at := x
				if panel > 0 {
					at = s.Binary(&llvm.Add, x, s.I32(int64(panel*columns)))
				}
				to := s.AddBytes(stage, int64(panel*columns*f.Shape[0]*f.Spec.ElementBits/8))
				nvvm.NewTensorLoad(s.B, to, tensorMap, barrier, at, y)
			}
		}
		return nil
	})
}

// loop emits the loop over the iterations, and returns the sums.
func (s *stream) loop(from, to *ir.Value) []*ir.Value {
	n := int64(s.Stages())
	head, body, after := s.NewBlock(), s.NewBlock(), s.NewBlock()
	initial := append([]*ir.Value{from, s.I32(0), s.I32(0)}, s.Values.Get(s.Accumulator())...)
	for _, v := range initial {
		head.AddArg(s.Ctx, v.Type(), s.Loc())
	}
	llvm.NewBr(s.B, head, initial...)
	s.B.AtEnd(head)
	k, stage, phase, sums := head.Arg(0), head.Arg(1), head.Arg(2), head.Args()[3:]
	llvm.NewCondBr(s.B, s.Compare("slt", k, to), body, nil, after, nil)

	s.B.AtEnd(body)
	s.B.Build(&nvvm.MbarrierTryWaitParity, []*ir.Value{s.place(s.barriers, stage, barrierBytes), phase, s.I32(waitTicks)})
	tiles := s.place(s.ring, stage, s.bytes)
	running := s.product.Issue(s.B, [2]*ir.Value{tiles, s.AddBytes(tiles, s.offset)}, s.Warp, sums)
	next := Await(s.B, 1, running)
	s.Barrier()
	before := s.Binary(&llvm.Sub, stage, s.I32(1))
	before = s.Choose(s.Compare("eq", stage, s.I32(0)), s.I32(n-1), before)
	ahead := s.Binary(&llvm.Add, k, s.I32(n-1))
	s.copyTiles(ahead, to, s.place(s.ring, before, s.bytes), s.place(s.barriers, before, barrierBytes))
	following := s.Binary(&llvm.Add, stage, s.I32(1))
	last := s.Compare("eq", following, s.I32(n))
	following = s.Choose(last, s.I32(0), following)
	phase = s.Choose(last, s.Binary(&llvm.XOr, phase, s.I32(1)), phase)
	llvm.NewBr(s.B, head, append([]*ir.Value{s.Binary(&llvm.Add, k, s.I32(1)), following, phase}, next...)...)

	s.B.AtEnd(after)
	return Await(s.B, 0, pack(s.B, sums, s.product.Accumulator.N/2))
}
