package producer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/producer"
	"github.com/girih-ir/girih/pass"
)

// loop is the text of a kernel that copies $LIMIT tiles, one after the other, to the same slot.
const loop = `
llvm.mlir.global internal @cell() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<1 x i32>
llvm.mlir.global private constant @table(dense<[1, 2]> : tensor<2xi32>) {addr_space = 1 : i32} : !llvm.array<2 x i32>
llvm.func @k(%n: i32, %map: !llvm.ptr, %slot: !llvm.ptr<3>, %full: !llvm.ptr<3>, %empty: !llvm.ptr<3>,
    %p: !llvm.ptr<1> {llvm.noalias, llvm.readonly}, %q: !llvm.ptr<1> {llvm.noalias}) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: $THREADS, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(4096 : i32) : i32
  %cell = llvm.mlir.addressof @cell : !llvm.ptr<3>
  %table = llvm.mlir.addressof @table : !llvm.ptr<1>
  %first = llvm.icmp "eq" %t, %c0 : i32
  $LIMIT
  llvm.br ^head(%c0 : i32)
^head(%i: i32):
  %more = llvm.icmp "slt" %i, %limit : i32
  llvm.cond_br %more, ^body, ^end
^body:
  llvm.cond_br %first, ^copy, ^use
^copy:
  $WAIT
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %slot, %map, %full, box[%c0, %i] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  llvm.br ^use
^use:
  nvvm.mbarrier.try_wait.parity %full, %c0, %bytes : !llvm.ptr<3>, i32, i32
  $STORE
  llvm.br ^on
^on:
  %next = llvm.add %i, %c1 : i32
  llvm.br ^head(%next : i32)
^end:
  nvvm.barrier0
  llvm.return
}`

func kernel(limit, wait, store string, threads int) string {
	return strings.NewReplacer("$LIMIT", limit, "$WAIT", wait, "$STORE", store, "$THREADS",
		fmt.Sprint(threads)).Replace(loop)
}

const (
	always = "llvm.store %i, %q : i32, !llvm.ptr<1>"
	// a store under a condition that depends on shared memory
	masked = "%m = llvm.load %cell : !llvm.ptr<3> -> i32\n%is = llvm.icmp \"eq\" %m, %c0 : i32\n" +
		"llvm.cond_br %is, ^store, ^on\n^store:\n" + always
	// a loop and a store of its result under such a condition
	summed = "%m = llvm.load %cell : !llvm.ptr<3> -> i32\n%is = llvm.icmp \"eq\" %m, %c0 : i32\n" +
		"llvm.cond_br %is, ^sum(%m : i32), ^both(%i : i32)\n^sum(%s: i32):\n%more_s = llvm.add %s, %c1 : i32\n" +
		"%again = llvm.icmp \"slt\" %more_s, %n : i32\n" +
		"llvm.cond_br %again, ^sum(%more_s : i32), ^ended\n^ended:\nnvvm.barrier0\nllvm.br ^both(%s : i32)\n" +
		"^both(%w: i32):\nllvm.store %w, %q : i32, !llvm.ptr<1>"
	// a store of a number that depends on shared memory
	chosen = "%m = llvm.load %cell : !llvm.ptr<3> -> i32\n%is = llvm.icmp \"eq\" %m, %c0 : i32\n" +
		"llvm.cond_br %is, ^one, ^both(%i : i32)\n^one:\n%more_i = llvm.add %i, %c1 : i32\n" +
		"llvm.br ^both(%more_i : i32)\n^both(%w: i32):\nllvm.store %w, %q : i32, !llvm.ptr<1>"
	// the limit is 1 or %n
	either   = "\nllvm.cond_br %is, ^one, ^both(%n : i32)\n^one:\nllvm.br ^both(%c1 : i32)\n^both(%limit: i32):"
	argument = "%limit = llvm.add %n, %c0 : i32"
	forRoom  = "nvvm.mbarrier.try_wait.parity %empty, %c1, %bytes : !llvm.ptr<3>, i32, i32"
)

func TestKernelsAreDividedWhoseWayIsKnownToTheCopyingWarp(t *testing.T) {
	const decides = "controls copies of tiles"
	for name, c := range map[string]struct {
		limit, wait, store string
		threads            int
		why                string // why the kernel is not divided; "" if it is
	}{
		"an argument":              {argument, forRoom, always, 128, ""},
		"memory that is only read": {"%limit = llvm.load %p : !llvm.ptr<1> -> i32", forRoom, always, 128, ""},
		"a table":                  {"%limit = llvm.load %table : !llvm.ptr<1> -> i32", forRoom, always, 128, ""},
		"a quotient":               {"%limit = llvm.udiv %n, %bytes : i32", forRoom, always, 128, ""},
		"memory that is written":   {"%limit = llvm.load %q : !llvm.ptr<1> -> i32", forRoom, always, 128, decides},
		"memory that changes": {"%limit = llvm.load volatile %p : !llvm.ptr<1> -> i32", forRoom, always, 128,
			decides},
		"shared memory": {"%limit = llvm.load %cell : !llvm.ptr<3> -> i32", forRoom, always, 128,
			"'llvm.load' op"},
		"what another lane has": {"%limit = nvvm.shfl.sync bfly %c1, %n, %c1, %c1 : i32 -> i32", forRoom, always, 128,
			"'nvvm.shfl.sync' op controls"},
		"shared memory that decides on a store": {argument, forRoom, masked, 128, ""},
		"shared memory that decides on a barrier of those that multiply": {argument, forRoom, masked + "\nnvvm.barrier0",
			128, ""},
		"shared memory that decides on a barrier of all": {argument, forRoom, masked + "\nnvvm.barrier", 128, decides},
		"shared memory that decides on a loop":           {argument, forRoom, summed, 128, ""},
		"shared memory that decides on a stored number":  {argument, forRoom, chosen, 128, ""},
		"shared memory that decides on the limit": {
			"%m = llvm.load %cell : !llvm.ptr<3> -> i32\n%is = llvm.icmp \"eq\" %m, %c0 : i32" + either, forRoom, always, 128,
			decides},
		"an argument that decides on the limit": {"%is = llvm.icmp \"eq\" %n, %c0 : i32" + either, forRoom, always, 128, ""},
		"copies that never wait for room":       {argument, "", always, 128, "no copy that waits for a free slot"},
		"no room for a warp":                    {argument, forRoom, always, 1024, "beside 1024: use fewer warps"},
	} {
		t.Run(name, func(t *testing.T) {
			source := kernel(c.limit, c.wait, c.store, c.threads)
			module, err := text.ParseString(registry.NewContext(), source)
			if err != nil {
				t.Fatal(err)
			}
			before := string(text.Print(module, text.Options{}))
			f, _ := llvm.AsFunc(ir.LookupSymbol(module, "k"))
			why, divided := producer.Specialize(f), c.why == ""
			if (why == nil) != divided || why != nil && !strings.Contains(why.Error(), c.why) {
				t.Fatalf("%v, want %q", why, c.why)
			}
			after := string(text.Print(module, text.Options{}))
			if err := ir.Verify(module, nil); err != nil {
				t.Errorf("%v:\n%s", err, after)
			}
			if !divided && before != after {
				t.Errorf("it is changed:\n%s", after)
			}
			if divided && (strings.Count(after, "llvm.store") != 1 || strings.Count(after, "cp.async.bulk") != 1 ||
				strings.Count(after, "nvvm.barrier\n") != 2 || strings.Contains(after, "barrier0")) {
				t.Errorf("something is in the wrong program:\n%s", after)
			}
		})
	}
}

// Volatile loads are executed exactly as often as the program says. Where the copying warp does not decide on a branch,
// their addresses may be invalid.
func TestTheCopyingWarpMakesNoVolatileLoads(t *testing.T) {
	for name, load := range map[string]string{
		"always": "%w = llvm.load volatile %p : !llvm.ptr<1> -> i32\n",
		"if a cell of shared memory is 0": "%m = llvm.load %cell : !llvm.ptr<3> -> i32\n" +
			"%is = llvm.icmp \"eq\" %m, %c0 : i32\nllvm.cond_br %is, ^yes, ^no\n^yes:\n" +
			"%v = llvm.load volatile %p : !llvm.ptr<1> -> i32\nllvm.br ^both(%v : i32)\n" +
			"^no:\n%other = llvm.add %m, %c1 : i32\nllvm.br ^both(%other : i32)\n^both(%w: i32):\n",
	} {
		source := kernel(argument, forRoom, load+"llvm.store %w, %q : i32, !llvm.ptr<1>", 128)
		if after := divided(t, source); strings.Count(after, "llvm.load volatile") != 1 {
			t.Errorf("%s: not one volatile load:\n%s", name, after)
		}
	}
}

// divided returns the text of a module whose kernel is divided into the copying warp's program and that of the others.
func divided(t *testing.T, source string) string {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), source)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := llvm.AsFunc(ir.LookupSymbol(module, "k"))
	if err := producer.Specialize(f); err != nil {
		t.Fatal(err)
	}
	after := string(text.Print(module, text.Options{}))
	if err := ir.Verify(module, nil); err != nil {
		t.Fatalf("%v:\n%s", err, after)
	}
	return after
}

// TestTheCopyingWarpDoesNotWaitAtBarriersInTheLoop checks that barriers in the loop concern only the threads that
// multiply, unless mbarriers are initialized in the loop as well.
func TestTheCopyingWarpDoesNotWaitAtBarriersInTheLoop(t *testing.T) {
	for _, c := range []struct {
		more         string
		private, all int
	}{
		{"nvvm.barrier0", 1, 2},
		{"nvvm.mbarrier.init %empty, %c1 : !llvm.ptr<3>, i32\nnvvm.barrier0", 0, 4},
	} {
		after := divided(t, kernel(argument, forRoom, always+"\n"+c.more, 128))
		private, all := strings.Count(after, "nvvm.barrier id = "), strings.Count(after, "nvvm.barrier\n")
		if private != c.private || all != c.all {
			t.Errorf("%d and %d barriers, want %d and %d:\n%s", private, all, c.private, c.all, after)
		}
	}
}

// TestWarpsMeetBehindWhatTheyReadOfASlot checks that the threads that multiply lose only the meeting behind the copies
// that they no longer make.
func TestWarpsMeetBehindWhatTheyReadOfASlot(t *testing.T) {
	const meet = "nvvm.bar.warp.sync %all : i32"
	source := kernel(argument+"\n%all = llvm.mlir.constant(-1 : i32) : i32", forRoom, always+"\n"+meet, 128)
	source = strings.Replace(source, "^use:", "^use:\n  "+meet, 1)
	after := divided(t, source)
	_, behind, _ := strings.Cut(after, "llvm.store")
	if read, _, _ := strings.Cut(behind, "llvm.br"); !strings.Contains(read, "nvvm.bar.warp.sync") {
		t.Errorf("no meeting behind the read slot:\n%s", after)
	}
	if n := strings.Count(after, "nvvm.bar.warp.sync"); n != 3 { // the copying warp keeps both
		t.Errorf("%d meetings, want 3:\n%s", n, after)
	}
}

// TestTheCopyingWarpComesToBarriersOfAllThreads checks that both programs contain the barriers that wait for all
// threads.
func TestTheCopyingWarpComesToBarriersOfAllThreads(t *testing.T) {
	for _, barrier := range []string{"nvvm.barrier\n", "nvvm.cluster.arrive.relaxed", "nvvm.cluster.wait", `"bar.sync 3;"`} {
		op := barrier
		if strings.HasPrefix(op, `"`) {
			op = "llvm.inline_asm has_side_effects " + op + `, "" : () -> ()`
		}
		after := divided(t, strings.Replace(kernel(argument, forRoom, always, 128), "nvvm.barrier0", op, 1))
		if strings.Count(after, barrier) != 2 {
			t.Errorf("not two of %q:\n%s", barrier, after)
		}
	}
}

// TestACopyingWarpGroupHandsOverRegisters checks that a whole warp group copies, and gives up registers, where the
// threads that multiply need more registers than all threads can have.
func TestACopyingWarpGroupHandsOverRegisters(t *testing.T) {
	for _, c := range []struct {
		threads, registers, all int
		change                  string
	}{
		{256, 160, 288, ""}, {256, 161, 384, "setmaxregister  increase 232"}, {384, 150, 512, "setmaxregister  increase 152"},
		{256, 217, 384, "setmaxregister  increase 232"},
		{384, 120, 416, ""}, {128, 255, 160, ""}, {96, 255, 128, ""}, {1024 - 32, 255, 1024, ""},
		{512, 100, 640, "setmaxregister  increase 104"}, // all threads begin with 96, not with 65536 / 640
	} {
		source := strings.Replace(kernel(argument, forRoom, always, c.threads), "nvvm.kernel,",
			fmt.Sprintf("nvvm.kernel, tilegpu.registers = %d : i32,", c.registers), 1)
		after := divided(t, source)
		if !strings.Contains(after, fmt.Sprintf("reqntid = array<i32: %d,", c.all)) ||
			strings.Contains(after, "setmaxregister") != (c.change != "") || !strings.Contains(after, c.change) {
			t.Errorf("%d threads that need %d registers:\n%s", c.threads, c.registers, after)
		}
	}
}

// The copying warp goes through the loop, but does no more than copy.
func Example() {
	module, err := text.ParseString(registry.NewContext(), kernel(argument, forRoom, always, 128))
	if err == nil {
		p := pass.NewPipeline("builtin.module").Add(producer.Pass)
		err = p.Run(context.Background(), module, pass.RunOptions{Verify: true})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := llvm.AsFunc(ir.LookupSymbol(module, "k"))
	fmt.Println(f.Attr("nvvm.reqntid"))
	// Output: array<i32: 160, 1, 1>
}
