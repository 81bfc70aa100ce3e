package advance_test

import (
	"fmt"
	"math/big"
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
	for seed := range uint64(1000) {
		source := generate(rand.New(rand.NewPCG(seed, 1)))
		module, err := text.ParseString(registry.NewContext(), source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		n := check(t, module, source)
		switch arguments := argumentsOf(module); {
		case arguments > 3:
			held++
		case n > 0:
			shared++
		}
	}
	if held < 100 || shared < 20 {
		t.Errorf("addresses advance in %d loops, and others are shared in %d", held, shared)
	}
}

// check runs the pass, and returns how many addresses copies share. What a copy reads must stay the same. Where its
// address is poison, it reads nothing.
func check(t *testing.T, module *ir.Operation, source string) (n int) {
	t.Helper()
	before := trace(module)
	n = advance.Advance(module)
	if err := ir.Verify(module, nil); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	after := trace(module)
	if !slices.EqualFunc(before, after, func(x, y address) bool { return x.poison || x == y }) {
		t.Fatalf("copies read %v instead of %v:\n%s\n%s", after, before, source, text.Print(module, text.Options{}))
	}
	return n
}

// The first of two copies may read nothing, as its address is poison.
func TestAnAddressIsDefinedThoughTheFirstOneOfItsGroupIsNot(t *testing.T) {
	source := `llvm.func @f(%from: !llvm.ptr<1>, %to: !llvm.ptr<3>, %x: i32, %factor: f64) {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c255 = llvm.mlir.constant(255 : i32) : i32
  %c300 = llvm.mlir.constant(300 : i32) : i32
  llvm.br ^header(%c0 : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %c255 : i32
  llvm.cond_br %more, ^body, ^exit
^body:
  %product = nvvm.mma.sync A[%factor] B[%factor] C[%factor, %factor] {layoutA = #nvvm.mma_layout<row>,
    layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (f64, f64, f64) -> !llvm.struct<(f64, f64)>
  %some = llvm.and %x, %c255 : i32
  %less = llvm.sub %some, %c300 overflow<nuw> : i32
  %p = llvm.getelementptr %from[%less] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %q = llvm.getelementptr %from[%some] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  nvvm.cp.async.shared.global %to, %p, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %to, %q, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  %j = llvm.add %i, %c1 : i32
  llvm.br ^header(%j : i32)
^exit:
  llvm.return
}`
	module, err := text.ParseString(registry.NewContext(), source)
	if err != nil {
		t.Fatal(err)
	}
	if n := check(t, module, source); n != 1 {
		t.Errorf("copies share %d addresses, want 1", n)
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
  %%wide = llvm.sext %%x : i32 to i64
  llvm.br ^header(%%begin, %%wide, %%from : i32, i64, !llvm.ptr<1>)
^header(%%i: i32, %%k: i64, %%at: !llvm.ptr<1>):
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
	b.WriteString("  %loaded = llvm.load %from : !llvm.ptr<1> -> i32\n")
	numbers = append(numbers, "%loaded")
	operation := func(list []string, prefix, t string) []string {
		name := []string{"add", "add", "mul", "mul", "sub", "shl", "and", "lshr", "ashr", "or", "xor", "udiv",
			"urem"}[r.IntN(13)]
		x, y := value(list), value(list)
		switch {
		case name == "shl" || name == "lshr" || name == "ashr":
			y = constant(pick(0, 1, 4, 16, 31), t)
		case name == "sub" && r.IntN(4) == 0:
			y = x
		case name == "udiv" || name == "urem":
			y = constant(pick(1, 3, 16, 31, -5), t)
		case name == "and" || name == "mul" && r.IntN(4) > 0 || r.IntN(2) == 0:
			y = constant(pick(1, 3, 16, 31, 4104, 70000, -5, 1<<30), t)
		}
		result := fmt.Sprintf("%%%s%d", prefix, len(list))
		flags := ""
		if slices.Contains([]string{"add", "mul", "sub", "shl"}, name) && r.IntN(3) == 0 {
			flags = []string{" overflow<nsw>", " overflow<nuw>"}[r.IntN(2)]
		}
		fmt.Fprintf(&b, "  %s = llvm.%s %s, %s%s : %s\n", result, name, x, y, flags, t)
		return append(list, result)
	}
	for range 8 {
		numbers = operation(numbers, "n", "i32")
	}
	wide := []string{"%k"}
	for i := range 3 {
		fmt.Fprintf(&b, "  %%w%d = llvm.%s %s : i32 to i64\n", i, []string{"sext", "sext", "zext"}[r.IntN(3)], value(numbers))
		wide = append(wide, fmt.Sprintf("%%w%d", i))
	}
	for range 3 {
		wide = operation(wide, "w", "i64")
	}
	pointers := []string{"%from", "%at"}
	fmt.Fprintf(&b, "  %%some = llvm.icmp \"slt\" %s, %s : i32\n", value(numbers[2:4]), value(numbers[:4]))
	for i := range 6 {
		if i == 3 { // some iterations do without the other copies
			b.WriteString("  llvm.cond_br %some, ^others, ^next\n^others:\n")
		}
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
	fmt.Fprintf(&b, `  llvm.br ^next
^next:
  %%step = llvm.mlir.constant(%d : i64) : i64
  %%k1 = llvm.add %%k, %%step : i64
  %%at1 = llvm.getelementptr %%at[%s] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
`, pick(3, -8), []string{"%step", "%step", "%k"}[r.IntN(3)])
	b.WriteString(`
  %j = llvm.add %i, %stride : i32
  llvm.br ^header(%j, %k1, %at1 : i32, i64, !llvm.ptr<1>)
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

// address is what a copy reads, or poison.
type address struct {
	at     int64
	poison bool
}

// trace runs the function of a module, for two threads, and returns the addresses that copies read.
func trace(module *ir.Operation) (addresses []address) {
	module.Walk(func(f *ir.Operation) bool {
		if !f.Is(&llvm.FuncOp) {
			return true
		}
		for _, thread := range []int64{3, 127} {
			e := executor{thread: thread, values: make(map[*ir.Value]int64), poison: make(map[*ir.Value]bool)}
			entry := f.Region(0).Entry()
			for i, n := range []int64{1 << 40, 0, 1<<31 - 40, 0} {
				e.values[entry.Arg(i)] = n
			}
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
	poison    map[*ir.Value]bool
	addresses []address
}

func (e *executor) pass(to *ir.Block, values []*ir.Value) {
	numbers, poison := make([]int64, len(values)), make([]bool, len(values))
	for i, v := range values {
		numbers[i], poison[i] = e.values[v], e.poison[v]
	}
	for i, arg := range to.Args() {
		e.values[arg], e.poison[arg] = numbers[i], poison[i]
	}
}

// run executes a block and returns the next one.
func (e *executor) run(block *ir.Block) *ir.Block {
	for op := range block.Ops() {
		var x []int64
		poison := false
		for _, v := range op.Operands() {
			x, poison = append(x, e.values[v]), poison || e.poison[v]
		}
		switch {
		case op.Is(&nvvm.CpAsync):
			e.addresses = append(e.addresses, address{x[1], poison})
		case op.Is(&llvm.Load):
			e.addresses = append(e.addresses, address{x[0], poison})
			e.values[op.Result(0)] = 40
		case op.Is(&llvm.Br):
			e.pass(op.Successor(0), op.OperandValues())
			return op.Successor(0)
		case op.Is(&llvm.CondBr):
			return op.Successor(1 - int(x[0]&1))
		case op.NumResults() == 1 && !op.Is(&nvvm.MmaSync):
			n := e.result(op, x)
			if ir.IsInt(op.Result(0).Type(), 32) {
				n = int64(int32(n))
			}
			e.values[op.Result(0)], e.poison[op.Result(0)] = n, poison || overflows(op, x)
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
	case op.Is(&llvm.Or):
		return x[0] | x[1]
	case op.Is(&llvm.XOr):
		return x[0] ^ x[1]
	case op.Is(&llvm.AShr):
		return x[0] >> x[1]
	case op.Is(&llvm.UDiv) && ir.IsInt(op.Result(0).Type(), 32):
		return int64(uint32(x[0]) / uint32(x[1]))
	case op.Is(&llvm.UDiv):
		return int64(uint64(x[0]) / uint64(x[1]))
	case op.Is(&llvm.URem) && ir.IsInt(op.Result(0).Type(), 32):
		return int64(uint32(x[0]) % uint32(x[1]))
	case op.Is(&llvm.URem):
		return int64(uint64(x[0]) % uint64(x[1]))
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

// overflows reports whether a result is poison because it wraps around.
func overflows(op *ir.Operation, x []int64) bool {
	flags := llvm.OverflowOf(op)
	if flags == 0 {
		return false
	}
	width := uint(ir.BitWidth(op.Result(0).Type()))
	exact := func(sign bool) *big.Int {
		var list []*big.Int
		for _, n := range x {
			v := big.NewInt(n)
			if n < 0 && !sign {
				v.Add(v, new(big.Int).Lsh(big.NewInt(1), width))
			}
			list = append(list, v)
		}
		switch {
		case op.Is(&llvm.Add):
			return new(big.Int).Add(list[0], list[1])
		case op.Is(&llvm.Sub):
			return new(big.Int).Sub(list[0], list[1])
		case op.Is(&llvm.Mul):
			return new(big.Int).Mul(list[0], list[1])
		}
		return new(big.Int).Lsh(list[0], uint(x[1]))
	}
	half := new(big.Int).Lsh(big.NewInt(1), width-1)
	signed, unsigned := exact(true), exact(false)
	return flags&llvm.NSW != 0 && (signed.Cmp(half) >= 0 || signed.Cmp(new(big.Int).Neg(half)) < 0) ||
		flags&llvm.NUW != 0 && (unsigned.Sign() < 0 || unsigned.Cmp(new(big.Int).Lsh(half, 1)) >= 0)
}
