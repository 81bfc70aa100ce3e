package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/internal/longtest"
)

// Each kernel runs on the simulator at its small sizes and at the sizes listed here. The results are compared with
// float64.
func TestKernelsAreRight(t *testing.T) {
	more := map[string][]string{
		"matmul": {"m=1,n=8,k=8", "m=7,n=8,k=520", "m=130,n=264,k=0"},
		"persistent": {"m=300,n=200,k=264,programs=3", "m=300,n=520,k=136,tilem=128,tilen=128,warps=8,programs=1",
			"m=130,n=264,k=0,bf16=1", "m=257,n=300,k=520,programs=20"},
		"unaligned": {"m=1,n=1,k=1", "m=7,n=129,k=130,bf16=1", "m=130,n=8,k=0", "m=130,n=70,k=264,programs=20",
			"m=9,n=264,k=68"},
		"batched": {"n=1,rows=1,columns=1,k=1", "rows=7,columns=129,k=0"},
		"grouped": {"experts=1,rows=1,columns=1,k=7", "experts=7,rows=129,columns=7,k=129"},
		"int8":    {"m=1,n=1,k=1", "m=7,n=129,k=7", "m=130,n=300,k=300,tilen=256"}, "fp8": {"m=1,n=1,k=1", "m=7,n=7,k=129"},
		"tf32": {"m=1,n=1,k=1", "m=7,n=129,k=7", "m=130,n=8,k=0", "tb=0", "m=7,n=132,k=300,tb=0", "m=1,n=4,k=0,tb=0"},
		"splitk": {"m=1,n=1,k=1,parts=8", "m=129,n=7,k=129,parts=1", "m=70,n=70,k=1000,parts=8",
			"m=70,n=70,k=1300,parts=1"},
		"skinny": {"m=1,n=1,k=1", "m=32,n=7,k=129,parts=0", "m=32,n=70,k=2000,parts=4"},
		"mlp":    {"rows=1,width=1,hidden=1", "rows=7,width=128,hidden=129"},
		"attention": {"rows=1,keys=1", "rows=7,keys=7,d=128", "rows=129,keys=300,causal=0,bf16=1", "rows=200,keys=70,d=128",
			"rows=130,keys=400,rotate=1", "rows=300,keys=500,window=100", "heads=4,lengths=150,causal=0", "lengths=199", "d=96",
			"d=128", "d=128,rotate=2", "d=256", "d=256,rotate=1,keys=400"},
		"paged":     {"sequences=1,keys=1,shared=1", "sequences=2,keys=7,d=96,shared=16", "keys=129,d=256"},
		"backward":  {"rows=1,keys=1", "rows=7,keys=7,d=96", "rows=129,keys=70,causal=0,d=128", "bf16=1"},
		"gradients": {"rows=7,keys=7,d=96", "rows=1,keys=1", "rows=129,keys=70,causal=0,d=128", "bf16=1"},
		"matmul-go": {"m=1,n=16,k=16,epilogue=0", "m=130,n=272,k=0", "m=300,n=544,k=528,bf16=1"},
		"attention-go": {"rows=1,keys=1", "rows=7,keys=7,d=128", "rows=129,keys=300,causal=0,bf16=1",
			"rows=200,keys=70,d=128", "d=96", "heads=4,shared=4"},
	}
	for at, e := range examples {
		for i, set := range append([]string{""}, more[e.name]...) {
			if !longtest.Includes(at+1, 2) || i > 0 && !longtest.Enabled() { // schedules_test.go has the others
				continue
			}
			t.Run(fmt.Sprintf("%s/%s", e.name, set), func(t *testing.T) {
				t.Parallel()
				p, program := compiled(t, e, set)
				fits(t, program)
				err := p.simulate(t.Context(), program, 0)
				if err == nil {
					_, err = p.check()
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// Kernels whose loops take tiles from rings have an additional warp, which copies the tiles. In attention, the number
// of tiles depends on lengths in memory. The warp can load them itself, since the kernel only reads them. In fp8, a
// whole warp group copies: its other threads need more registers than all threads can have.
func TestAWarpCopiesTiles(t *testing.T) {
	for _, e := range []example{attentionExample, batchedExample, persistentExample, mlpExample, int8Example,
		tf32Example, fp8Example} {
		p, err := e.problem(e.small)
		if err != nil {
			t.Fatal(err)
		}
		program, err := p.compile(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		described, err := program.Manifest()
		if err != nil {
			t.Fatal(err)
		}
		copying := int64(32)
		if e.name == fp8Example.name {
			copying = 128
		}
		if threads := described.Kernels[0].Threads(); threads != int64(32*p.options.NumWarps)+copying {
			t.Errorf("%s has %d threads for %d warps", e.name, threads, p.options.NumWarps)
		}
	}
}

// compiled returns an example at its small sizes, of which set changes some, and its compiled kernels.
func compiled(t *testing.T, e example, set string) (*problem, *girih.Program) {
	t.Helper()
	s, err := e.small.with(set)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.problem(s)
	if err != nil {
		t.Fatal(err)
	}
	program, err := p.compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p, program
}

// fits checks that a block of sm_90 has enough shared memory for each kernel.
func fits(t *testing.T, program *girih.Program) {
	t.Helper()
	described, err := program.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	limits, _ := nvptx.Target{SM: 90}.Limits()
	for _, k := range described.Kernels {
		if need := k.SharedMemory + k.DynamicSharedMemory; need > int64(limits.SharedPerBlock) {
			t.Errorf("%s needs %d bytes of shared memory", k.Entry, need)
		}
	}
}

// A tile text is at most 150 lines long.
func TestTextsAreShort(t *testing.T) {
	files, err := texts.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := texts.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 150 {
			t.Errorf("%s has %d lines", f.Name(), n)
		}
	}
}

func TestSizesThatAreNoneAreRefused(t *testing.T) {
	for set, want := range map[string]string{"m=-1": "at least 0", "x=3": "sets no size", "m": "sets no size"} {
		if _, err := matmulExample.small.with(set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
	for set, want := range map[string]string{"tilekeys=24": "KEYS may be 128 64 32, but is 24",
		"turns=3": "turns, and rotate, are 0", "rotate=3": "turns, and rotate, are 0", "d=7": "multiple of 8"} {
		s, err := attentionExample.small.with(set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := attention(s)
		if err == nil {
			_, err = p.compile(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
}

func TestTilesOfTF32ThatAreNoneAreRefused(t *testing.T) {
	for _, set := range []string{"tilen=128", "tilen=192,tb=0"} {
		s, err := tf32Example.small.with(set)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tf32Example.problem(s); err == nil || !strings.Contains(err.Error(), "tilen is 0, or 192 or 256") {
			t.Errorf("%s: %v", set, err)
		}
	}
}

func TestProductsGetNarrowTilesWhereTheyTakeFewerCycles(t *testing.T) {
	for _, c := range []struct{ m, n, steps, bytes, columns, warps int }{
		{8192, 2304, 12, 2, 192, 4}, {16384, 1536, 8, 2, 192, 4}, {8192, 3072, 16, 2, 192, 4}, {4096, 4096, 16, 2, 256, 8},
		{8192, 8192, 128, 2, 256, 8}, {8192, 8192, 2, 2, 256, 8}, {4096, 14336, 64, 2, 256, 8}, {2048, 8192, 128, 2, 256, 8},
		{4096, 12288, 32, 4, 192, 4}, {4096, 4096, 128, 4, 256, 8}, {8192, 8192, 256, 4, 256, 8},
	} {
		columns, warps := tileOf(c.m, c.n, c.steps, multiprocessors, c.bytes)
		if columns != c.columns || warps != c.warps {
			t.Errorf("%+v: tiles of %d columns and %d warps", c, columns, warps)
		}
	}
}
