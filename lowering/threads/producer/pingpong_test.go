package producer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/threads/producer"
)

// The kernel of a test of the pass, and changes of it with which warp groups cannot take turns.
func TestWarpGroupsTakeTurnsOnlyWhereTilesAreApart(t *testing.T) {
	read, err := os.ReadFile(filepath.FromSlash("../../../lit/test/transforms/ping_pong.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ from, to string }{
		"as it is":                   {"", ""},
		"tiles that may be related":  {"tilegpu.ping_pong, ", ""},
		"room for another block":     {"array<131072 x", "array<65536 x"},
		"too many registers":         {"registers = 40", "registers = 240"},
		"two warp groups":            {"array<i32: 128, 1, 1>", "array<i32: 256, 1, 1>"},
		"steps that vary":            {"llvm.add %done, %steps", "llvm.add %done, %tile"},
		"a number that is no sum":    {"llvm.add %done, %steps", "llvm.mul %done, %steps"},
		"a number behind the tiles":  {"^end:", "^end:\n  %x = llvm.add %done, %c1 : i32"},
		"a barrier of all threads":   {"^store:", "^store:\n  nvvm.barrier"},
		"memory ahead of the tiles":  {"^start:", "^start:\n  llvm.store %c0, %buffer : i32, !llvm.ptr<3>"},
		"memory behind the tiles":    {"^end:", "^end:\n  llvm.store %c0, %buffer : i32, !llvm.ptr<3>"},
		"memory of a step":           {"%lane =", "llvm.store %c0, %buffer : i32, !llvm.ptr<3>\n  %lane ="},
		"an mbarrier of each thread": {"llvm.icmp \"eq\" %t, %c0", "llvm.icmp \"ult\" %t, %n"},
		"sums that a step uses":      {"%lane =", "%twice = llvm.fadd %r0, %r0 : f32\n  %lane ="},
		"sums that a step scales": {"%v0 = llvm.insertvalue %s0", "%half = llvm.fmul %s0, %s1 : f32\n" +
			"  %v0 = llvm.insertvalue %half"},
		"products under a condition": {"  nvvm.wgmma.commit.group.sync.aligned\n",
			"  llvm.cond_br %one, ^some, ^all\n^some:\n  nvvm.wgmma.commit.group.sync.aligned\n  llvm.br ^all\n" +
				"^all:\n"},
		"tiles without steps": {"^tile:\n", "^tile:\n  %none1 = llvm.icmp \"eq\" %n, %c1 : i32\n" +
			"  llvm.cond_br %none1, ^leave, ^enter\n^leave:\n  llvm.br ^behind\n^enter:\n"},
		"a release ahead of the products": {"^multiply:\n",
			"^multiply:\n  llvm.cond_br %another, ^early, ^late\n^early:\n  nvvm.mbarrier.arrive %bars : !llvm.ptr<3>\n" +
				"  llvm.br ^late\n^late:\n"},
		"two groups of products": {"nvvm.wgmma.commit.group.sync.aligned",
			"nvvm.wgmma.commit.group.sync.aligned\n  nvvm.wgmma.commit.group.sync.aligned"},
	} {
		source := strings.Replace(string(read), c.from, c.to, 1)
		if c.from != "" && source == string(read) {
			t.Fatalf("%s: nothing to change", name)
		}
		module, err := text.ParseString(registry.NewContext(), source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f, _ := llvm.AsFunc(ir.LookupSymbol(module, "tiles"))
		if err := producer.Specialize(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		after := string(text.Print(module, text.Options{}))
		if err := ir.Verify(module, nil); err != nil {
			t.Errorf("%s: %v:\n%s", name, err, after)
		}
		// without turns, only the copying warp arrives somewhere
		if turns := strings.Count(after, "nvvm.barrier.arrive") > 1; turns != (c.from == "") {
			t.Errorf("%s: turns are %v:\n%s", name, turns, after)
		}
	}
}

// What is known before the loops may be computed inside of them, in many steps, each of which uses the one before
// twice.
func TestWhatIsKnownBeforeALoopIsFoundOutOnce(t *testing.T) {
	read, err := os.ReadFile(filepath.FromSlash("../../../lit/test/transforms/ping_pong.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	const doublings = 64
	chain := func(name string) (text string) {
		for i := range doublings {
			text += fmt.Sprintf("  %%%[1]s%[2]d = llvm.add %%%[1]s%[3]d, %%%[1]s%[3]d : i32\n", name, i+1, i)
		}
		return text
	}
	source := strings.NewReplacer(
		"^behind:\n", "^behind:\n  %by0 = llvm.add %steps, %c1 : i32\n"+chain("by"),
		"llvm.add %done, %steps ", "llvm.add %done, %by64 ",
		"  %lane = ", "  %l0 = llvm.add %t, %c1 : i32\n"+chain("l")+"  %lane = ",
		"llvm.and %t, ", "llvm.and %l64, ").Replace(string(read))
	module, err := text.ParseString(registry.NewContext(), source)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := llvm.AsFunc(ir.LookupSymbol(module, "tiles"))
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	if err := producer.Specialize(f); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	after := string(text.Print(module, text.Options{}))
	if strings.Count(after, "nvvm.barrier.arrive") < 2 {
		t.Errorf("warp groups take no turns:\n%s", after)
	}
	// The threads that multiply and the copying warp have two chains each. The first tile of the second group needs a copy
	// of one, and the last release a copy of the other.
	if n := strings.Count(after, "llvm.add") / doublings; n != 6 {
		t.Errorf("%d chains instead of 6:\n%s", n, after)
	}
}
