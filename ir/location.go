package ir

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Location says where something comes from. Locations are attributes.
type Location interface {
	Attribute
	base() *locBase
}

// locBase is common to all locations. It holds the reference by which operations of the context refer to the location,
// once one does.
type locBase struct {
	AttrBase
	ref atomic.Uint64
}

func (l *locBase) base() *locBase { return l }

// UnknownLoc is `loc(unknown)`.
type UnknownLoc struct{ locBase }

// FileLineColRange is a range in a file, `loc("f":1:2 to 3:4)`; start and end are the same for a point. Lines and
// columns count from 1; 0 means not known.
type FileLineColRange struct {
	locBase
	File                                 string
	StartLine, StartCol, EndLine, EndCol uint32
}

// rangeForm says how much of a range was given. As in MLIR, ranges given in different forms are different attributes
// even where they mean, and print, the same.
type rangeForm uint8

const (
	formPoint rangeForm = iota // line:col
	formCols                   // line:col to :col
	formRange                  // line:col to line:col
)

// NameLoc is `loc("name"(child))`; Child is [UnknownLoc] when the text gives none.
type NameLoc struct {
	locBase
	Name  string
	Child Location
}

// CallSiteLoc is `loc(callsite(callee at caller))`.
type CallSiteLoc struct {
	locBase
	Callee, Caller Location
}

// FusedLoc is `loc(fused<metadata>[...])`; Metadata may be nil.
type FusedLoc struct {
	locBase
	Locs     []Location
	Metadata Attribute
}

type fileLocKey struct {
	file                               string
	startLine, startCol, endLine, endC uint32
	form                               rangeForm
}

type nameLocKey struct {
	name  string
	child Location
}

type callSiteKey struct{ callee, caller Location }

// locRef refers to a location in eight bytes. Most operations come from text, and their location is never asked for. 0
// is unknown. If the top bit is set, the rest is an index into the context's table of explicit locations. If the next
// bit is set, it is an index into the table of inlined ones. Otherwise the upper half is the number of a source, from
// 1, and the lower half an offset in bytes.
type locRef uint64

const explicitLoc locRef = 1 << 63

// locationTable holds a context's sources and explicit locations.
type locationTable struct {
	mu      sync.Mutex // held while adding
	sources atomic.Pointer[[]*Source]
	chunks  atomic.Pointer[[]*locChunk] // explicit locations
	n       int                         // how many
	inlined inlinedTable

	files keyed[fileLocKey, *FileLineColRange]
	names keyed[nameLocKey, *NameLoc]
	calls keyed[callSiteKey, *CallSiteLoc]
	fused listed[Attribute, Location, *FusedLoc]
}

// locChunk is a part of a context's explicit locations. A chunk never moves, so references are resolved without a lock.
type locChunk [1024]Location

// allSources returns the sources that were added; nobody changes the slice.
func (t *locationTable) allSources() []*Source {
	if s := t.sources.Load(); s != nil {
		return *s
	}
	return nil
}

// add stores an explicit location and returns its reference. The caller holds the lock.
func (t *locationTable) add(loc Location) locRef {
	at := t.n % len(locChunk{})
	if at == 0 {
		var chunks []*locChunk
		if old := t.chunks.Load(); old != nil {
			chunks = slices.Clone(*old)
		}
		chunks = append(chunks, new(locChunk))
		t.chunks.Store(&chunks)
	}
	chunks := *t.chunks.Load()
	chunks[len(chunks)-1][at] = loc
	t.n++
	return explicitLoc | locRef(t.n-1)
}

func (t *locationTable) explicit(ref locRef) Location {
	i := int(ref &^ explicitLoc)
	return (*t.chunks.Load())[i/len(locChunk{})][i%len(locChunk{})]
}

var unknownLoc = &UnknownLoc{}

// AddSource registers a text, so that operations can be located in it by offset. Texts of 4 GiB and more cannot be
// located; their operations get unknown locations.
func (ctx *Context) AddSource(s *Source) {
	ctx.locs.mu.Lock()
	defer ctx.locs.mu.Unlock()
	sources := append(slices.Clone(ctx.locs.allSources()), s)
	s.id = uint32(len(sources))
	ctx.locs.sources.Store(&sources)
}

// Source returns the most recently added source of a name, or nil.
func (ctx *Context) Source(name string) *Source {
	for _, s := range slices.Backward(ctx.locs.allSources()) {
		if s.Name == name {
			return s
		}
	}
	return nil
}

func (s *Source) ref(offset int) locRef {
	if s == nil || offset >= 1<<32 {
		return 0
	}
	return locRef(s.id)<<32 | locRef(offset)
}

func (ctx *Context) locRef(loc Location) locRef {
	if loc == nil || loc == Location(unknownLoc) {
		return 0
	}
	base := loc.base()
	if ref := base.ref.Load(); ref != 0 {
		return locRef(ref)
	}
	t := &ctx.locs
	t.mu.Lock()
	defer t.mu.Unlock()
	if ref := base.ref.Load(); ref != 0 {
		return locRef(ref)
	}
	ref := t.add(loc)
	base.ref.Store(uint64(ref))
	return ref
}

func (ctx *Context) location(ref locRef) Location {
	if ref == 0 {
		return unknownLoc
	}
	if ref&explicitLoc != 0 {
		return ctx.locs.explicit(ref)
	}
	if ref&inlinedTag != 0 {
		in := ctx.locs.inlined.get(ref)
		return ctx.stackedLoc(ctx.location(in.callee), ctx.location(in.caller))
	}
	src := ctx.locs.allSources()[ref>>32-1]
	line, col := src.Position(int(uint32(ref)))
	return ctx.FileLoc(src.Name, uint32(line), uint32(col))
}

// UnknownLoc returns `loc(unknown)`.
func (ctx *Context) UnknownLoc() *UnknownLoc { return unknownLoc }

// SourceLoc returns the location of an offset in a source that was added to ctx.
func (ctx *Context) SourceLoc(s *Source, offset int) Location { return ctx.location(s.ref(offset)) }

// FileLoc returns `loc("file":line:col)`.
func (ctx *Context) FileLoc(file string, line, col uint32) *FileLineColRange {
	return ctx.fileLoc(fileLocKey{file, line, col, line, col, formPoint})
}

// FileColsLoc returns `loc("file":line:col to :endCol)`.
func (ctx *Context) FileColsLoc(file string, line, col, endCol uint32) *FileLineColRange {
	return ctx.fileLoc(fileLocKey{file, line, col, line, endCol, formCols})
}

// FileRangeLoc returns `loc("file":line:col to endLine:endCol)`.
func (ctx *Context) FileRangeLoc(file string, line, col, endLine, endCol uint32) *FileLineColRange {
	return ctx.fileLoc(fileLocKey{file, line, col, endLine, endCol, formRange})
}

func (ctx *Context) fileLoc(k fileLocKey) *FileLineColRange {
	if k.file == "" {
		k.file = "-"
	}
	return intern(&ctx.locs.files, k, func(k fileLocKey) *FileLineColRange {
		return &FileLineColRange{File: ctx.Identifier(k.file), StartLine: k.startLine, StartCol: k.startCol,
			EndLine: k.endLine, EndCol: k.endC}
	})
}

// NameLoc returns `loc("name"(child))`; child may be nil.
func (ctx *Context) NameLoc(name string, child Location) *NameLoc {
	if child == nil {
		child = unknownLoc
	}
	return intern(&ctx.locs.names, nameLocKey{name, child}, func(k nameLocKey) *NameLoc {
		return &NameLoc{Name: k.name, Child: k.child}
	})
}

// CallSiteLoc returns `loc(callsite(callee at caller))`.
func (ctx *Context) CallSiteLoc(callee, caller Location) *CallSiteLoc {
	return intern(&ctx.locs.calls, callSiteKey{callee, caller}, func(k callSiteKey) *CallSiteLoc {
		return &CallSiteLoc{Callee: k.callee, Caller: k.caller}
	})
}

// FusedLoc returns the fusion of locations as MLIR builds it: nested fusions with the same metadata are flattened,
// duplicates and unknown locations are dropped, and a single remaining location without metadata is returned itself.
func (ctx *Context) FusedLoc(locs []Location, metadata Attribute) Location {
	var flat []Location
	add := func(l Location) {
		if _, unknown := l.(*UnknownLoc); !unknown && !slices.Contains(flat, l) {
			flat = append(flat, l)
		}
	}
	for _, l := range locs {
		if f, ok := l.(*FusedLoc); ok && f.Metadata == metadata {
			for _, inner := range f.Locs {
				add(inner)
			}
			continue
		}
		add(l)
	}
	if metadata == nil {
		switch len(flat) {
		case 0:
			return unknownLoc
		case 1:
			return flat[0]
		}
	}
	if len(flat) == 0 {
		flat = []Location{unknownLoc}
	}
	return internList(&ctx.locs.fused, metadata, flat, func(m Attribute, l []Location) *FusedLoc {
		return &FusedLoc{Locs: l, Metadata: m}
	})
}
