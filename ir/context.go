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

	// Threads bounds the goroutines that reading, verifying, transforming and printing IR of the context use; 0 stands
	// for GOMAXPROCS. Set it before the context is shared.
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

// loaded is what the loaded dialects define, by name. It is never changed, but replaced.
type loaded struct {
	dialects map[string]*Dialect
	sorted   []*Dialect // by name
	ops      map[string]*registered
}

// registered is an operation that a loaded dialect defines. Its entry is made when something asks for it: a program
// uses few of the operations that there are.
type registered struct {
	dialect *Dialect
	def     *OpDef
	once    sync.Once
	made    *OpInfo
}

// info returns the entry of the operation.
func (r *registered) info(ctx *Context) *OpInfo {
	r.once.Do(func() { r.made = newOpInfo(ctx, r.def.Name, r.dialect, r.def) })
	return r.made
}

// Load registers dialects and what they depend on. Loading one twice is no error. After an error nothing has changed.
func (ctx *Context) Load(dialects ...*Dialect) error {
	if now := ctx.loaded.Load(); !slices.ContainsFunc(dialects, func(d *Dialect) bool {
		return now.dialects[d.Name] != d
	}) {
		return nil
	}
	ctx.loading.Lock()
	defer ctx.loading.Unlock()
	now := ctx.loaded.Load()
	next := &loaded{dialects: make(map[string]*Dialect), ops: make(map[string]*registered)}
	maps.Copy(next.dialects, now.dialects)
	maps.Copy(next.ops, now.ops)
	for _, d := range dialects {
		if err := next.load(d); err != nil {
			return err
		}
	}
	next.sorted = slices.SortedFunc(maps.Values(next.dialects), func(a, b *Dialect) int {
		return strings.Compare(a.Name, b.Name)
	})
	ctx.loaded.Store(next)
	return nil
}

// load adds a dialect and what it depends on.
func (l *loaded) load(d *Dialect) error {
	if known, ok := l.dialects[d.Name]; ok {
		if known != d {
			return fmt.Errorf("%w: two dialects are named %q", ErrDialect, d.Name)
		}
		return nil
	}
	for _, other := range d.Dependencies {
		if err := l.load(other); err != nil {
			return err
		}
	}
	l.dialects[d.Name] = d
	ops := make([]registered, len(d.Ops))
	for i, def := range d.Ops {
		if !strings.HasPrefix(def.Name, d.Name+".") {
			return fmt.Errorf("%w: operation %q is not named after its dialect %q", ErrDialect, def.Name, d.Name)
		}
		if l.ops[def.Name] != nil {
			return fmt.Errorf("%w: operation %q is defined twice", ErrDialect, def.Name)
		}
		if err := def.check(); err != nil {
			return fmt.Errorf("%w: %w", ErrDialect, err)
		}
		ops[i].dialect, ops[i].def = d, def
		l.ops[def.Name] = &ops[i]
	}
	return nil
}

// Dialect returns the loaded dialect of that name, or nil.
func (ctx *Context) Dialect(name string) *Dialect { return ctx.loaded.Load().dialects[name] }

// Dialects returns the loaded dialects, sorted by name. The caller must not change the slice.
func (ctx *Context) Dialects() []*Dialect { return ctx.loaded.Load().sorted }

// OpInfo returns the entry of an operation name: the registered one, or one without definition that is made for it.
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
	if r := ctx.loaded.Load().ops[name]; r != nil {
		return r.info(ctx)
	}
	info, _ := lookup(&ctx.unknown, name)
	return info
}

// RegisteredOps returns the entries of all operations that loaded dialects define, sorted by name.
func (ctx *Context) RegisteredOps() []*OpInfo {
	ops := ctx.loaded.Load().ops
	infos := make([]*OpInfo, 0, len(ops))
	for _, name := range slices.Sorted(maps.Keys(ops)) {
		infos = append(infos, ops[name].info(ctx))
	}
	return infos
}

// Resource is a named blob or value that dialect_resources of a module's text provide for attributes such as
// dense_resource.
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
