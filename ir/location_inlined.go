package ir

import (
	"sync"
	"sync/atomic"
)

// inlinedTag marks references into the context's table of inlined locations.
const inlinedTag locRef = 1 << 62

// inlinedLoc is the location of an operation at callee that was inlined at caller. It is resolved when it is asked for,
// which rarely happens.
type inlinedLoc struct {
	callee, caller locRef
}

// inlinedTable holds inlined locations. References are resolved without a lock.
type inlinedTable struct {
	mu     sync.Mutex // held while adding
	chunks atomic.Pointer[[]*inlinedChunk]
	n      int
}

type inlinedChunk [1024]inlinedLoc

// add stores a location and returns its reference.
func (t *inlinedTable) add(loc inlinedLoc) locRef {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.n % len(inlinedChunk{})
	if at == 0 {
		var chunks []*inlinedChunk
		if old := t.chunks.Load(); old != nil {
			chunks = *old
		}
		chunks = append(chunks, new(inlinedChunk)) // slices that readers loaded before are not affected
		t.chunks.Store(&chunks)
	}
	chunks := *t.chunks.Load()
	chunks[len(chunks)-1][at] = loc
	t.n++
	return inlinedTag | locRef(t.n-1)
}

func (t *inlinedTable) get(ref locRef) inlinedLoc {
	i := int(ref &^ inlinedTag)
	return (*t.chunks.Load())[i/len(inlinedChunk{})][i%len(inlinedChunk{})]
}

// inlinedRef returns a reference to the location of an operation at callee that was inlined at caller.
func (ctx *Context) inlinedRef(callee, caller locRef) locRef {
	if caller == 0 {
		return callee
	}
	return ctx.locs.inlined.add(inlinedLoc{callee, caller})
}

// stackedLoc returns the location of an operation at callee that was inlined at caller. If callee is already a chain of
// call sites, caller is added at its end, as upstream does.
func (ctx *Context) stackedLoc(callee, caller Location) Location {
	var chain []*CallSiteLoc
	for {
		site, ok := callee.(*CallSiteLoc)
		if !ok {
			break
		}
		chain = append(chain, site)
		callee = site.Caller
	}
	loc := ctx.CallSiteLoc(callee, caller)
	for i := len(chain) - 1; i >= 0; i-- {
		loc = ctx.CallSiteLoc(chain[i].Callee, loc)
	}
	return loc
}

// InlineLocs marks the locations of op, and of everything in its regions, as inlined at call, whose location must be
// known; see [Context.StackedLoc]. Locations are resolved when they are asked for.
func (op *Operation) InlineLocs(call *Operation) {
	op.loc = op.info.ctx.inlinedRef(op.loc, call.loc)
	for i := range op.NumRegions() {
		for b := op.Region(i).first; b != nil; b = b.next {
			b.InlineLocs(call)
		}
	}
}

// InlineLocs does the same for everything in a block, and for its arguments.
func (b *Block) InlineLocs(call *Operation) {
	for i := range b.argLocs {
		b.argLocs[i] = call.info.ctx.inlinedRef(b.argLocs[i], call.loc)
	}
	for op := b.first; op != nil; op = op.next {
		op.InlineLocs(call)
	}
}
