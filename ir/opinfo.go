package ir

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// InterfaceOf returns the definition's implementation of interface type T, if it lists one.
func InterfaceOf[T any](op *Operation) (t T, ok bool) {
	info := op.info
	if info.Def == nil || len(info.Def.Interfaces) == 0 {
		return t, false
	}
	for k := info.answers.Load(); k != nil; k = k.before {
		if impl, of := k.impl.(*T); of {
			if impl == nil {
				return t, false
			}
			return *impl, true
		}
	}
	return firstInterfaceOf[T](info)
}

// firstInterfaceOf is InterfaceOf for the first time that somebody asks for T.
func firstInterfaceOf[T any](info *OpInfo) (t T, ok bool) {
	var impl *T
	for _, i := range info.Def.Interfaces {
		if t, ok = i.(T); ok {
			impl = &t
			break
		}
	}
	info.answers.Store(&answer{impl, info.answers.Load()})
	return t, ok
}

// answer is what InterfaceOf has found, a *T: nil if the definition does not implement T. To look at the types of a few
// pointers takes less time than to ask a value for an interface.
type answer struct {
	impl   any
	before *answer
}

// OpInfo is a context's entry for an operation name, registered or not.
type OpInfo struct {
	Name    string
	Dialect *Dialect // nil when no dialect of that prefix is loaded
	Def     *OpDef   // nil when the operation is not registered

	ctx      *Context
	index    int
	traits   Trait
	inherent []string // names of inherent attributes, segment sizes included
	plan     checkPlan
	answers  atomic.Pointer[answer]

	// rightProps are the first properties that satisfied all constraints. Mostly, all operations of the name share
	// them.
	rightProps atomic.Pointer[DictAttr]

	quotedOnce sync.Once
	quoted     string // the name as the generic form prints it

	defaultsOnce sync.Once
	defaults     *DictAttr

	asmOnce sync.Once
	asm     any
}

func newOpInfo(ctx *Context, name string, d *Dialect, def *OpDef) *OpInfo {
	info := &OpInfo{Name: name, Dialect: d, Def: def, ctx: ctx, index: int(ctx.numInfos.Add(1) - 1)}
	if def == nil {
		return info
	}
	info.traits = def.Traits
	for _, a := range def.Attrs {
		info.inherent = append(info.inherent, a.Name)
	}
	if def.Traits&AttrSizedOperandSegments != 0 {
		info.inherent = append(info.inherent, OperandSegments)
	}
	if def.Traits&AttrSizedResultSegments != 0 {
		info.inherent = append(info.inherent, ResultSegments)
	}
	info.plan = newCheckPlan(def)
	return info
}

// Context returns the context that the entry belongs to.
func (info *OpInfo) Context() *Context { return info.ctx }

// Index returns the number of entries that the context had when it created this one. It is a small index, different for
// each entry, for tables over the kinds of operations.
func (info *OpInfo) Index() int { return info.index }

// QuotedName returns the name in quotes and escaped, as the generic form starts.
func (info *OpInfo) QuotedName() string {
	info.quotedOnce.Do(func() {
		var p Printer
		p.String(info.Name)
		info.quoted = string(p.Buf)
	})
	return info.quoted
}

// HasTrait reports whether the operation is registered with all given traits.
func (info *OpInfo) HasTrait(t Trait) bool { return info.traits&t == t }

// IsInherent reports whether an attribute of that name is inherent to the operation.
func (info *OpInfo) IsInherent(name string) bool {
	return slices.Contains(info.inherent, name)
}

// DialectName returns the part of the name before the first dot.
func (info *OpInfo) DialectName() string {
	prefix, _, _ := strings.Cut(info.Name, ".")
	return prefix
}

// Folds reports whether operations of that name may fold, by their definition or by their traits.
func (info *OpInfo) Folds() bool {
	return info.Def != nil && (info.Def.Fold != nil || info.traits&foldingTraits != 0)
}

// Assembly returns what compile derives from the definition's format. compile is called once. Package text uses it.
func (info *OpInfo) Assembly(compile func(*OpInfo) any) any {
	info.asmOnce.Do(func() { info.asm = compile(info) })
	return info.asm
}

// Defaults returns the default values of inherent attributes; nil if there are none.
func (info *OpInfo) Defaults() *DictAttr {
	info.defaultsOnce.Do(func() {
		if info.Def == nil {
			return
		}
		for i := range info.Def.Attrs {
			if a := &info.Def.Attrs[i]; a.Default != nil {
				info.defaults = info.ctx.With(info.defaults, a.Name, a.Default(info.ctx))
			}
		}
	})
	return info.defaults
}

// WithDefaults returns props completed by the defaults of absent inherent attributes.
func (info *OpInfo) WithDefaults(props *DictAttr) *DictAttr {
	defaults := info.Defaults()
	switch {
	case defaults == nil:
		return props
	case props.Len() == 0:
		return defaults
	}
	var missing []NamedAttr
	for _, d := range defaults.All() {
		if props.Get(d.Name) == nil {
			missing = append(missing, d)
		}
	}
	if missing == nil {
		return props
	}
	return info.ctx.Dict(append(missing, props.Entries...)...)
}
