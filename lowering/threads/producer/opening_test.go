package producer_test

import (
	"strings"
	"testing"
)

// made is how a kernel begins in which one thread makes the mbarriers.
const made = `llvm.cond_br %first, ^make, ^made
^make:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^made
^made:
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
`

// programs returns the text of the program of the threads that multiply, and that of the copying warp.
func programs(t *testing.T, after string) (multiplying, copying string) {
	t.Helper()
	at := strings.Index(after, "llvm.return")
	if at < 0 {
		t.Fatalf("no end:\n%s", after)
	}
	return after[:at], after[at:]
}

// maybe is a barrier to which all threads come if an argument is 1.
const maybe = `%is = llvm.icmp "eq" %n, %c1 : i32
llvm.cond_br %is, ^maybe, ^on_maybe
^maybe:
  nvvm.barrier0
  llvm.br ^on_maybe
^on_maybe:
`

// TestTheCopyingWarpMakesTheMbarriers checks who makes mbarriers, and whether the copying warp waits, for kernels that
// begin in different ways.
func TestTheCopyingWarpMakesTheMbarriers(t *testing.T) {
	change := func(from, to string) string {
		if !strings.Contains(made, from) {
			t.Fatalf("nothing to change: %q", from)
		}
		return strings.Replace(made, from, to, 1)
	}
	another := strings.NewReplacer("make", "more", "made", "both").Replace(made)
	const store = "llvm.store %c0, %slot : i32, !llvm.ptr<3>\n"
	for name, c := range map[string]struct {
		begin, end string
		early      bool
	}{
		"as usual":                         {made, "", true},
		"two rings":                        {made + another, "", true},
		"memory that copies may overwrite": {store + made, "", false},
		"the same behind the mbarriers":    {change("nvvm.barrier0", store+"nvvm.barrier0"), "", false},
		"an mbarrier behind the barrier": {made + "llvm.cond_br %first, ^late, ^on_late\n^late:\n" +
			"nvvm.mbarrier.init %empty, %c1 : !llvm.ptr<3>, i32\nllvm.br ^on_late\n^on_late:\n", "", false},
		"an mbarrier of each thread": {"nvvm.mbarrier.init %empty, %c1 : !llvm.ptr<3>, i32\n" + made, "", false},
		"an mbarrier of another thread": {
			"%other = llvm.icmp \"eq\" %t, %c1 : i32\n" + change("%first", "%other"), "", false},
		"a barrier in a branch behind the mbarriers": {made + maybe, "", true},
		"mbarriers that are ready in a branch only":  {change("nvvm.barrier0\n", "") + maybe, "", false},
		"the end of an mbarrier":                     {made, "nvvm.mbarrier.inval %full : !llvm.ptr<3>\n", false},
	} {
		source := strings.Replace(kernel(c.begin+argument, forRoom, always, 128), "^end:\n", "^end:\n"+c.end, 1)
		after := divided(t, source)
		multiplying, copying := programs(t, after)
		makes := strings.Contains(copying, "nvvm.mbarrier.init") && !strings.Contains(multiplying, "nvvm.mbarrier.init")
		if makes != c.early {
			t.Errorf("%s: the copying warp makes mbarriers: %v\n%s", name, makes, after)
		}
		arrives := strings.Contains(copying, "nvvm.barrier.arrive") && strings.Contains(multiplying, "nvvm.barrier id = ")
		if arrives != c.early {
			t.Errorf("%s: the copying warp arrives: %v\n%s", name, arrives, after)
		}
		fence, others := strings.Count(copying, "nvvm.fence.proxy"), strings.Count(multiplying, "nvvm.fence.proxy")
		if c.early && (fence != 1 || others != 0 || strings.Contains(after, "producer.")) {
			t.Errorf("%s: %d fences of the copying warp, %d of the others\n%s", name, fence, others, after)
		}
	}
}

// TestOneLaneCopiesAlone checks that the other lanes of the copying warp end where no barrier follows.
func TestOneLaneCopiesAlone(t *testing.T) {
	const meet = "%all = llvm.mlir.constant(-1 : i32) : i32\nnvvm.bar.warp.sync %all : i32\n"
	const another = "%other = llvm.icmp \"eq\" %t, %c1 : i32\n"
	for name, c := range map[string]struct {
		before, behind, copies string
		alone                  bool
	}{
		"no barrier behind the loop":      {made, "", "%first", true},
		"a barrier behind it":             {made, "nvvm.barrier0\n", "%first", false},
		"no barrier ahead of the loop":    {"", "", "%first", false},
		"a barrier in a branch ahead":     {made + maybe, "", "%first", false},
		"another thread makes the copies": {made + another, "", "%other", false},
	} {
		source := kernel(c.before+argument, forRoom, always+"\n"+meet, 128)
		source = strings.Replace(source, "cond_br %first, ^copy", "cond_br "+c.copies+", ^copy", 1)
		source = strings.Replace(source, "nvvm.barrier0\n  llvm.return", c.behind+"llvm.return", 1)
		after := divided(t, source)
		_, copying := programs(t, after)
		if alone := !strings.Contains(copying, "nvvm.bar.warp.sync"); alone != c.alone {
			t.Errorf("%s: one lane goes on alone: %v\n%s", name, alone, after)
		}
		if n := strings.Count(copying, "llvm.return"); n > 2 != c.alone { // the first one is that of the other program
			t.Errorf("%s: %d ends\n%s", name, n, after)
		}
	}
}

// TestCopiesStayAsTheyAreWhereThreadsReadSlots checks that the copying warp waits for the others and stays together
// where factors of products go through registers.
func TestCopiesStayAsTheyAreWhereThreadsReadSlots(t *testing.T) {
	const meet = "%all = llvm.mlir.constant(-1 : i32) : i32\nnvvm.bar.warp.sync %all : i32\n"
	const read = "%r = nvvm.ldmatrix %slot {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, " +
		"num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32\n" +
		"llvm.store %r, %q : i32, !llvm.ptr<1>\n"
	source := kernel(made+argument, forRoom, read+meet, 128)
	after := divided(t, strings.Replace(source, "nvvm.barrier0\n  llvm.return", "llvm.return", 1))
	_, copying := programs(t, after)
	if strings.Contains(after, "nvvm.barrier.arrive") || !strings.Contains(copying, "nvvm.bar.warp.sync") {
		t.Errorf("copies have changed:\n%s", after)
	}
}
