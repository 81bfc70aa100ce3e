package ir

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
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
	extension sync.Map // per-kind tables of Intern

	mu       sync.RWMutex
	ops      map[string]*OpInfo
	numInfos int
	dialects map[string]*Dialect
}

// NewContext returns a context with the given dialects loaded. Builtin types and attributes need no dialect.
// It panics if a dialect's definitions are inconsistent: that is a programming error, found by that dialect's tests.
func NewContext(dialects ...*Dialect) *Context {
	ctx := &Context{
		ops:      make(map[string]*OpInfo),
		dialects: make(map[string]*Dialect),
	}
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

// Load registers dialects and what they depend on. Loading one twice is no error.
func (ctx *Context) Load(dialects ...*Dialect) error {
	for _, d := range dialects {
		ctx.mu.RLock()
		known, ok := ctx.dialects[d.Name]
		ctx.mu.RUnlock()
		if ok {
			if known != d {
				return fmt.Errorf("%w: two dialects are named %q", ErrDialect, d.Name)
			}
			continue
		}
		if err := ctx.Load(d.Dependencies...); err != nil {
			return err
		}
		if err := ctx.register(d); err != nil {
			return err
		}
	}
	return nil
}

func (ctx *Context) register(d *Dialect) error {
	ctx.mu.Lock()
	defer ctx.mu.Unlock()
	ctx.dialects[d.Name] = d
	for _, def := range d.Ops {
		if !strings.HasPrefix(def.Name, d.Name+".") {
			return fmt.Errorf("%w: operation %q is not named after its dialect %q", ErrDialect, def.Name, d.Name)
		}
		info, known := ctx.ops[def.Name]
		if known && info.Def != nil {
			return fmt.Errorf("%w: operation %q is defined twice", ErrDialect, def.Name)
		}
		if err := def.check(); err != nil {
			return fmt.Errorf("%w: %w", ErrDialect, err)
		}
		ctx.ops[def.Name] = newOpInfo(ctx, def.Name, d, def)
	}
	return nil
}

// Dialect returns the loaded dialect of that name, or nil.
func (ctx *Context) Dialect(name string) *Dialect {
	ctx.mu.RLock()
	defer ctx.mu.RUnlock()
	return ctx.dialects[name]
}

// Dialects returns the loaded dialects, sorted by name.
func (ctx *Context) Dialects() []*Dialect {
	ctx.mu.RLock()
	defer ctx.mu.RUnlock()
	out := make([]*Dialect, 0, len(ctx.dialects))
	for _, d := range ctx.dialects {
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *Dialect) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// OpInfo returns the entry of an operation name: the registered one, or one without definition that is made for it.
func (ctx *Context) OpInfo(name string) *OpInfo {
	ctx.mu.RLock()
	info, ok := ctx.ops[name]
	ctx.mu.RUnlock()
	if ok {
		return info
	}
	ctx.mu.Lock()
	defer ctx.mu.Unlock()
	if info, ok := ctx.ops[name]; ok {
		return info
	}
	name = strings.Clone(name)
	prefix, _, _ := strings.Cut(name, ".")
	info = newOpInfo(ctx, name, ctx.dialects[prefix], nil)
	ctx.ops[name] = info
	return info
}

// LookupOp returns the entry of an operation name, or nil if nothing has used the name.
func (ctx *Context) LookupOp(name string) *OpInfo {
	ctx.mu.RLock()
	defer ctx.mu.RUnlock()
	return ctx.ops[name]
}

// RegisteredOps returns the entries of all operations that loaded dialects define, sorted by name.
func (ctx *Context) RegisteredOps() []*OpInfo {
	ctx.mu.RLock()
	defer ctx.mu.RUnlock()
	var out []*OpInfo
	for _, info := range ctx.ops {
		if info.Def != nil {
			out = append(out, info)
		}
	}
	slices.SortFunc(out, func(a, b *OpInfo) int { return strings.Compare(a.Name, b.Name) })
	return out
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
	return ctx.resources.get(resourceID{dialect, key}, func(id resourceID) *Resource {
		return &Resource{Dialect: strings.Clone(id.dialect), Key: strings.Clone(id.key)}
	})
}
