package ir

import (
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Context owns everything that IR shares: the interned types and attributes, the loaded dialects, the registered
// operation names, the sources that locations refer to, and resource blobs. It is safe for concurrent use.
type Context struct {
	// AllowUnregistered accepts operations, types and attributes of dialects that are not loaded.
	AllowUnregistered bool

	// OpText, when set, renders an operation for messages; see ir/text. Set it before the context is shared.
	OpText func(*Operation) string

	// Threads bounds the number of goroutines that read, verify, transform or print IR of the context; 0 means
	// GOMAXPROCS. Set it before the context is shared.
	Threads int

	types typeTables
	attrs attrTables
	locs  locationTable

	resources keyed[resourceID, *Resource]
	kinds     keyed[any, kind] // tables of Intern, by the type of their keys

	loading  sync.Mutex // held while dialects are loaded
	loaded   atomic.Pointer[loaded]
	unknown  keyed[string, *OpInfo] // names of operations that no loaded dialect defines
	numInfos atomic.Int64
}

// NewContext returns a context with the given dialects loaded. Builtin types and attributes need no dialect.
// It panics if a dialect's definitions are inconsistent: that is a programming error, found by that dialect's tests.
func NewContext(dialects ...*Dialect) *Context {
	ctx := &Context{}
	ctx.loaded.Store(&loaded{})
	ctx.initTypes()
	ctx.initAttrs()
	if err := ctx.Load(dialects...); err != nil {
		panic(err)
	}
	return ctx
}

// Workers returns the number of goroutines that one piece of work on IR of the context may use.
func (ctx *Context) Workers() int {
	if ctx.Threads > 0 {
		return ctx.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// ErrDialect is wrapped by every error about an inconsistent or duplicate dialect definition.
var ErrDialect = errors.New("invalid dialect")

// loaded has the definitions of the loaded dialects, by name. It is immutable: loading a dialect replaces it.
type loaded struct {
	dialects map[string]*dialectEntries
	numbered []*dialectEntries // by [Dialect.number]; nil for dialects that are not loaded
	sorted   []*Dialect        // by name
}

// dialectEntries are a context's entries for the operations of a dialect, in the order of their definitions. Each entry
// is created on its first use, since a program uses few of all operations.
type dialectEntries struct {
	*Dialect
	infos []atomic.Pointer[OpInfo]        // of Ops
	late  func() []atomic.Pointer[OpInfo] // of the operations of Define, on the first call
}

// newDialectEntries returns the entries of a dialect whose Ops have been checked.
func newDialectEntries(d *Dialect) *dialectEntries {
	return &dialectEntries{d, make([]atomic.Pointer[OpInfo], len(d.Ops)), sync.OnceValue(func() []atomic.Pointer[OpInfo] {
		return make([]atomic.Pointer[OpInfo], len(d.Definitions())-len(d.Ops))
	})}
}

// op returns the entry of an operation name, or nil if the dialect does not define it.
func (d *dialectEntries) op(ctx *Context, name string) *OpInfo {
	i, defined := d.lookup(name)
	if !defined {
		return nil
	}
	return d.at(ctx, i)
}

// at returns the entry of the operation with an index.
func (d *dialectEntries) at(ctx *Context, i int) *OpInfo {
	infos, defs := d.infos, d.Ops
	if i >= len(infos) {
		i -= len(infos)
		infos, defs = d.late(), d.Definitions()[len(d.Ops):]
	}
	if info := infos[i].Load(); info != nil {
		return info
	}
	def := defs[i]
	infos[i].CompareAndSwap(nil, newOpInfo(ctx, def.Name, d.Dialect, def)) // unless another goroutine was faster
	return infos[i].Load()
}

// Load registers dialects and the dialects that they depend on. Loading one twice is not an error. If Load fails,
// nothing has changed.
func (ctx *Context) Load(dialects ...*Dialect) error {
	if now := ctx.loaded.Load(); !slices.ContainsFunc(dialects, func(d *Dialect) bool {
		known := now.dialects[d.Name]
		return known == nil || known.Dialect != d
	}) {
		return nil
	}
	ctx.loading.Lock()
	defer ctx.loading.Unlock()
	now := ctx.loaded.Load()
	next := &loaded{dialects: make(map[string]*dialectEntries)}
	maps.Copy(next.dialects, now.dialects)
	for _, d := range dialects {
		if err := next.load(d); err != nil {
			return err
		}
	}
	for _, d := range next.dialects {
		next.sorted = append(next.sorted, d.Dialect)
		if more := d.number + 1 - len(next.numbered); more > 0 {
			next.numbered = append(next.numbered, make([]*dialectEntries, more)...)
		}
		next.numbered[d.number] = d
	}
	slices.SortFunc(next.sorted, func(a, b *Dialect) int { return strings.Compare(a.Name, b.Name) })
	ctx.loaded.Store(next)
	return nil
}

// load adds a dialect and the dialects that it depends on.
func (l *loaded) load(d *Dialect) error {
	if known, ok := l.dialects[d.Name]; ok {
		if known.Dialect != d {
			return fmt.Errorf("%w: two dialects are named %q", ErrDialect, d.Name)
		}
		return nil
	}
	for _, other := range d.Dependencies {
		if err := l.load(other); err != nil {
			return err
		}
	}
	if err := d.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrDialect, err)
	}
	l.dialects[d.Name] = newDialectEntries(d)
	return nil
}

// Dialect returns the loaded dialect of that name, or nil.
func (ctx *Context) Dialect(name string) *Dialect {
	if d := ctx.loaded.Load().dialects[name]; d != nil {
		return d.Dialect
	}
	return nil
}

// Dialects returns the loaded dialects, sorted by name. The caller must not change the slice.
func (ctx *Context) Dialects() []*Dialect { return ctx.loaded.Load().sorted }

// defined returns the entry of a definition. It panics if its dialect is not loaded.
func (ctx *Context) defined(def *OpDef) *OpInfo {
	if d := def.dialect; d != nil {
		if all := ctx.loaded.Load().numbered; d.number < len(all) && all[d.number] != nil && all[d.number].Dialect == d {
			return all[d.number].at(ctx, def.index)
		}
	}
	panic(fmt.Sprintf("ir: building %s: its dialect is not loaded in this context", def.Name))
}

// OpInfo returns the entry of an operation name: the registered one, or a new one without a definition.
func (ctx *Context) OpInfo(name string) *OpInfo {
	if info := ctx.LookupOp(name); info != nil {
		return info
	}
	return intern(&ctx.unknown, strings.Clone(name), func(name string) *OpInfo {
		prefix, _, _ := strings.Cut(name, ".")
		return newOpInfo(ctx, name, ctx.Dialect(prefix), nil)
	})
}

// LookupOp returns the entry of an operation name, or nil if nothing has used the name.
func (ctx *Context) LookupOp(name string) *OpInfo {
	if dot := strings.IndexByte(name, '.'); dot > 0 {
		if d := ctx.loaded.Load().dialects[name[:dot]]; d != nil {
			if info := d.op(ctx, name); info != nil {
				return info
			}
		}
	}
	info, _ := lookup(&ctx.unknown, name)
	return info
}

// RegisteredOps returns the entries of all operations that loaded dialects define, sorted by name.
func (ctx *Context) RegisteredOps() []*OpInfo {
	var all []*OpInfo
	for _, d := range ctx.loaded.Load().dialects {
		for _, def := range d.Definitions() {
			all = append(all, d.op(ctx, def.Name))
		}
	}
	slices.SortFunc(all, func(a, b *OpInfo) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Resource is a named blob or value of the section `dialect_resources` of a module's text. Attributes such as
// dense_resource refer to it.
type Resource struct {
	Dialect string // the dialect that owns the key
	Key     string
	// Blob holds the data when the module's text gave some; Alignment is its alignment in bytes.
	Blob      []byte
	Alignment uint32
	Defined   bool
}

type resourceID struct{ dialect, key string }

// Resource returns the resource of a key, made empty on first use.
func (ctx *Context) Resource(dialect, key string) *Resource {
	return intern(&ctx.resources, resourceID{dialect, key}, func(id resourceID) *Resource {
		return &Resource{Dialect: strings.Clone(id.dialect), Key: strings.Clone(id.key)}
	})
}
