package ir_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/girih-ir/girih/ir"
)

func TestEveryGoroutineGetsTheSameInternedValue(t *testing.T) {
	const goroutines, keys = 8, 5000
	ctx := ir.NewContext()
	var made [goroutines][keys]*ir.StringAttr
	var lists [goroutines][keys]*ir.TupleType
	width := func(k int) ir.Type { return ctx.I(uint32(1 + k)) }
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 0))
			for _, k := range rng.Perm(keys) {
				made[g][k] = ctx.StringAttr(fmt.Sprint(k))
				elems := []ir.Type{width(k / 100), width(k % 100)}
				lists[g][k] = ctx.TupleType(elems...)
				elems[0] = nil // the table has a copy
			}
		})
	}
	wg.Wait()
	for k := range keys {
		if made[0][k].Value != fmt.Sprint(k) || !slices.Equal(lists[0][k].Elems, []ir.Type{width(k / 100), width(k % 100)}) {
			t.Fatalf("key %d: values %v and %v", k, made[0][k], lists[0][k])
		}
		for g := range goroutines {
			if made[g][k] != made[0][k] || lists[g][k] != lists[0][k] {
				t.Fatalf("key %d: goroutine %d has a value of its own", k, g)
			}
		}
	}
}

// MayNeedAliases asks the dialect's hook for every interned tuple, until one needs an alias.
func TestAliasesAreLookedForAmongAllInternedTypes(t *testing.T) {
	for _, named := range []bool{false, true} {
		asked := make(map[ir.Type]bool)
		ctx := ir.NewContext(&ir.Dialect{Name: "names", AliasType: func(typ ir.Type) string {
			if _, ok := typ.(*ir.TupleType); ok {
				asked[typ] = true
			}
			if named && len(asked) == 10 {
				return "tenth"
			}
			return ""
		}})
		const tuples = 1000
		for k := range tuples {
			ctx.TupleType(ctx.I(uint32(1+k)), ctx.Index())
		}
		want := map[bool]int{false: tuples, true: 10}[named]
		if found := ctx.MayNeedAliases(); found != named || len(asked) != want {
			t.Errorf("an alias is needed: %v, after %d types; want %v after %d", found, len(asked), named, want)
		}
	}
}

// A lookup while the table grows finds the value, or misses it and then finds it under the lock: no value is created
// twice.
func TestValuesStayTheSameWhileTheTableGrows(t *testing.T) {
	ctx := ir.NewContext()
	first := ctx.StringAttr("first")
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if ctx.StringAttr("first") != first {
					t.Error("a value was made twice")
					return
				}
			}
		})
	}
	for k := range 50_000 {
		ctx.StringAttr(fmt.Sprint(k))
	}
	close(stop)
	wg.Wait()
}

func TestExplicitLocationsAreFoundByAnyGoroutine(t *testing.T) {
	ctx := ir.NewContext(&ir.Dialect{Name: "test", Ops: []*ir.OpDef{&located}})
	const n = 5000
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			op := ir.NewBuilder(ctx).Build(&located, nil)
			for i := range uint32(n) {
				loc := ctx.FileLoc("f", i+1, 1)
				op.SetLoc(loc)
				if got := op.Loc(); got != ir.Location(loc) {
					t.Errorf("location %v is %v", loc, got)
					return
				}
			}
		})
	}
	wg.Wait()
}

var located = ir.OpDef{Name: "test.located"}
