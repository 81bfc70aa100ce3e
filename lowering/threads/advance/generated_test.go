package advance_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/advance"
)

// In generated loops, copies read the same addresses before and after the pass, though many numbers wrap around.
func TestGeneratedLoops(t *testing.T) {
	held, shared := 0, 0
	for seed := range uint64(400) {
		source := generate(rand.New(rand.NewPCG(seed, 1)))
		module, err := text.ParseString(registry.NewContext(), source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		before := trace(module)
		n := advance.Advance(module)
		if err := ir.Verify(module, nil); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		if after := trace(module); !slices.Equal(before, after) {
			t.Fatalf("seed %d: copies read %x instead of %x:\n%s\n%s", seed, after, before, source,
				text.Print(module, text.Options{}))
		}
		switch arguments := argumentsOf(module); {
		case arguments > 1:
			held++
		case n > 0:
			shared++
		}
	}
	if held < 100 || shared < 20 {
		t.Errorf("addresses advance in %d loops, and others are shared in %d", held, shared)
	}
}

// generate returns a function whose loop copies from six addresses. Some differ by constants.
func generate(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	begin, stride := pick(0, 0, 0, 5, -3), pick(1, 1, 2, 3)
	fmt.Fprintf(&b, `llvm.func @f(%%from: !llvm.ptr<1>, %%to: !llvm.ptr<3>, %%x: i32, %%factor: f64) {
  %%begin = llvm.mlir.constant(%d : i32) : i32
  %%stride = llvm.mlir.constant(%d : i32) : i32
  %%end = llvm.mlir.constant(%d : i32) : i32
  %%thread = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  llvm.br ^header(%%begin : i32)
^header(%%i: i32):
  %%more = llvm.icmp "%s" %%i, %%end : i32
  llvm.cond_br %%more, ^body, ^exit
^body:
  %%product = nvvm.mma.sync A[%%factor] B[%%factor] C[%%factor, %%factor] {layoutA = #nvvm.mma_layout<row>,
    layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
`, begin, stride, begin+stride*pick(0, 4, 5, 7), []string{"slt", "slt", "ne"}[r.IntN(3)])
	numbers, constants := []string{"%i", "%i", "%thread", "%x"}, 0
	constant := func(n int64, t string) string {
		constants++
		fmt.Fprintf(&b, "  %%c%d = llvm.mlir.constant(%d : %s) : %s\n", constants, n, t, t)
		return fmt.Sprintf("%%c%d", constants)
	}
	value := func(list []string) string { return list[r.IntN(len(list))] }
	operation := func(list []string, prefix, t string) []string {
		name := []string{"add", "add", "mul", "mul", "sub", "shl", "and", "lshr"}[r.IntN(8)]
		y := value(list)
		switch {
		case name == "shl" || name == "lshr":
			y = constant(pick(0, 1, 4, 16, 31), t)
		case name == "and" || name == "mul" && r.IntN(4) > 0 || r.IntN(2) == 0:
			y = constant(pick(1, 3, 16, 31, 4104, 70000, -5, 1<<30), t)
		}
		result := fmt.Sprintf("%%%s%d", prefix, len(list))
		fmt.Fprintf(&b, "  %s = llvm.%s %s, %s : %s\n", result, name, value(list), y, t)
		return append(list, result)
	}
	for range 8 {
		numbers = operation(numbers, "n", "i32")
	}
	var wide []string
	for i := range 3 {
		fmt.Fprintf(&b, "  %%w%d = llvm.%s %s : i32 to i64\n", i, []string{"sext", "sext", "zext"}[r.IntN(3)], value(numbers))
		wide = append(wide, fmt.Sprintf("%%w%d", i))
	}
	for range 3 {
		wide = operation(wide, "w", "i64")
	}
	pointers := []string{"%from"}
	for i := range 6 {
		index, t := value(numbers), "i32"
		switch r.IntN(4) {
		case 0:
			index, t = value(wide), "i64"
		case 1:
			index = constant(pick(1, 32, -7, 1<<20), "i32")
		}
		fmt.Fprintf(&b, "  %%p%d = llvm.getelementptr %s[%s] : (!llvm.ptr<1>, %s) -> !llvm.ptr<1>, %s\n", i,
			value(pointers), index, t, []string{"i8", "f32", "f64"}[r.IntN(3)])
		pointers = append(pointers, fmt.Sprintf("%%p%d", i))
		fmt.Fprintf(&b, "  nvvm.cp.async.shared.global %%to, %%p%d, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>\n", i)
	}
	b.WriteString(`  %j = llvm.add %i, %stride : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}`)
	return b.String()
}

// argumentsOf returns the number of arguments of the loop's header.
func argumentsOf(module *ir.Operation) (n int) {
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(&llvm.Br) {
			n = op.NumOperands()
		}
		return true
	})
	return n
}

// trace runs the function of a module, for two threads, and returns the addresses that copies read.
func trace(module *ir.Operation) (addresses []int64) {
	module.Walk(func(f *ir.Operation) bool {
		if !f.Is(&llvm.FuncOp) {
			return true
		}
		for _, thread := range []int64{3, 127} {
			e := executor{thread: thread, values: make(map[*ir.Value]int64)}
			entry := f.Region(0).Entry()
			e.pass(entry, []int64{1 << 40, 0, 1<<31 - 40, 0})
			for block := entry; block != nil; {
				block = e.run(block)
			}
			addresses = append(addresses, e.addresses...)
		}
		return false
	})
	return addresses
}

// executor computes numbers of a thread as 64 bits, of which those of an i32 are extended with its sign.
type executor struct {
	thread    int64
	values    map[*ir.Value]int64
	addresses []int64
}

func (e *executor) pass(to *ir.Block, values []int64) {
	for i, arg := range to.Args() {
		e.values[arg] = values[i]
	}
}

// run executes a block and returns the next one.
func (e *executor) run(block *ir.Block) *ir.Block {
	for op := range block.Ops() {
		var x []int64
		for _, v := range op.Operands() {
			x = append(x, e.values[v])
		}
		switch {
		case op.Is(&nvvm.CpAsync):
			e.addresses = append(e.addresses, x[1])
		case op.Is(&llvm.Br):
			e.pass(op.Successor(0), x)
			return op.Successor(0)
		case op.Is(&llvm.CondBr):
			return op.Successor(1 - int(x[0]&1))
		case op.NumResults() == 1 && !op.Is(&nvvm.MmaSync):
			n := e.result(op, x)
			if ir.IsInt(op.Result(0).Type(), 32) {
				n = int64(int32(n))
			}
			e.values[op.Result(0)] = n
		}
	}
	return nil
}

func (e *executor) result(op *ir.Operation, x []int64) int64 {
	if n, ok := llvm.ConstantInt(op.Result(0)); ok {
		return n
	}
	switch {
	case op.Is(nvvm.ThreadID[0]):
		return e.thread
	case op.Is(&llvm.ICmp):
		predicate, _ := llvm.IntPredicate.Value(op.Inherent("predicate"))
		if x[0] < x[1] || llvm.IntPredicate.Name(predicate) == "ne" && x[0] != x[1] {
			return 1
		}
		return 0
	case op.Is(&llvm.GetElementPtr):
		size := int64(ir.BitWidth(llvm.GEPElemType(op))) / 8
		if index := llvm.GEPIndices(op)[0]; index.Value == nil {
			return x[0] + size*int64(index.Constant)
		}
		return x[0] + size*x[1]
	case op.Is(&llvm.Add):
		return x[0] + x[1]
	case op.Is(&llvm.Sub):
		return x[0] - x[1]
	case op.Is(&llvm.Mul):
		return x[0] * x[1]
	case op.Is(&llvm.Shl):
		return x[0] << x[1]
	case op.Is(&llvm.And):
		return x[0] & x[1]
	case op.Is(&llvm.LShr) && ir.IsInt(op.Result(0).Type(), 32):
		return int64(uint32(x[0]) >> x[1])
	case op.Is(&llvm.LShr):
		return int64(uint64(x[0]) >> x[1])
	case op.Is(&llvm.ZExt):
		return int64(uint32(x[0]))
	case op.Is(&llvm.SExt):
		return x[0]
	}
	panic("no meaning of " + op.Name())
}
