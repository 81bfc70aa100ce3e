package room_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/persistent"
	"github.com/girih-ir/girih/lowering/layouts/rings"
	"github.com/girih-ir/girih/lowering/layouts/streams"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/threads/sharedmem"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
	"github.com/girih-ir/girih/pass"
)

// The account of shared memory, by which passes choose slots and bulk stores, has at least what generated programs take
// in the end, and hardly ever more. No program is refused that fits without asynchronous copies.
func TestTheAccountOfSharedMemoryIsWhatIsAllocated(t *testing.T) {
	programs := longtest.Count(60, 1000)
	exact := 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := tilegen.MakeStores(r)
		opts := girih.CompileOptions{SM: 90, ArchSpecific: true, NumWarps: p.Warps, AllowSpills: true}
		opts.Persistent = []string{"auto", "always", "never"}[r.IntN(3)]
		opts.NoProducerWarp = r.IntN(4) == 0
		m, err := girih.Parse("stores.mlir", []byte(p.Text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.Text)
		}
		bytes, err := account(t, m.Clone(), opts, 0)
		if large := new(sharedmem.TooLargeError); errors.As(err, &large) {
			if _, err := m.CompileBy(t.Context(), withoutCopies(opts), pass.RunOptions{}); err != nil {
				continue // it does not fit in any way
			}
			t.Fatalf("seed %d: %s takes %d bytes by account, and is refused: %v\n%s", seed, p.Kind, bytes, err, p.Text)
		} else if err != nil {
			t.Fatalf("seed %d: %s: %v\n%s", seed, p.Kind, err, p.Text)
		}
		if _, err := account(t, m.Clone(), opts, bytes); err != nil {
			t.Errorf("seed %d: %s takes %d bytes by account: %v\n%s", seed, p.Kind, bytes, err, p.Text)
		}
		if _, err := account(t, m, opts, bytes-1); err != nil {
			exact++
		}
	}
	if exact < programs*9/10 {
		t.Errorf("only %d of %d programs take exactly what the account has", exact, programs)
	}
}

// account compiles a program, and returns the account of its kernel when the last pass has chosen what is in shared
// memory. Instructions may then use so many bytes, or as many as the target has if it is 0.
func account(t *testing.T, m *girih.Module, opts girih.CompileOptions, limit int64) (bytes int64, err error) {
	t.Helper()
	all := pipeline.New(pipeline.Threads, opts)
	chosen := 1 + slices.IndexFunc(all.Steps, func(s pass.Step) bool { return s.Pass == bulkstores.Pass })
	first, rest := *all, *all
	first.Steps, rest.Steps = all.Steps[:chosen], all.Steps[chosen:]
	if err := m.Run(t.Context(), &first); err != nil {
		return 0, err
	}
	m.Operation().Walk(func(op *ir.Operation) bool {
		if kernel, ok := tile.AsKernel(op); ok {
			plan := room.Plan{Kernel: kernel, Warps: opts.NumWarps}
			bytes = plan.Bytes()
		}
		return true
	})
	for _, s := range rest.Steps {
		if s.Pass == tiletollvm.Pass {
			s.Options.(*tiletollvm.Options).SharedMemory = int(limit)
		}
	}
	return bytes, m.Run(t.Context(), &rest)
}

// withoutCopies returns the pipeline without the passes that choose asynchronous copies.
func withoutCopies(opts girih.CompileOptions) *pass.Pipeline {
	p := pipeline.New(pipeline.Threads, opts)
	optional := []*pass.Pass{persistent.Pass, rings.Pass, streams.Pass, bulkstores.Pass}
	p.Steps = slices.DeleteFunc(p.Steps, func(s pass.Step) bool { return slices.Contains(optional, s.Pass) })
	return p
}
