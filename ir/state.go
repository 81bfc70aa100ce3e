package ir

import "slices"

// OpState describes an operation to create. Parsers and builders fill it in, [Arena.Create] creates the operation.
type OpState struct {
	Info       *OpInfo
	Operands   []*Value
	Types      []Type // of the results
	Inherent   []NamedAttr
	Properties Attribute // instead of Inherent, for operations that are not registered
	Attrs      *DictAttr // discardable
	Successors []*Block
	Regions    []*Region // their blocks move into the operation
	Loc        Location  // nil when unknown

	props    *DictAttr // instead of Inherent: an interned dictionary with defaults filled in
	source   *Source
	offset   int
	located  bool
	fallback locRef   // used if neither Loc nor source is set
	from     *Builder // the builder that owns the state, until the operation is created

	// Memory for the first operands and types of a state that a builder owns.
	ownOperands [3]*Value
	ownTypes    [2]Type
}

// SetSourceLoc locates the operation at an offset of a source. It is cheaper than a Location.
func (st *OpState) SetSourceLoc(s *Source, offset int) {
	st.source, st.offset, st.located = s, offset, true
}

// SetInherent sets an inherent attribute; nil leaves it out.
func (st *OpState) SetInherent(name string, a Attribute) {
	for i := range st.Inherent {
		if st.Inherent[i].Name == name {
			st.Inherent[i].Value = a
			return
		}
	}
	if a != nil {
		st.Inherent = append(st.Inherent, NamedAttr{name, a})
	}
}

// SetDict gives all inherent attributes as a dictionary that [OpInfo.WithDefaults] has completed.
func (st *OpState) SetDict(d *DictAttr) { st.props = d }

// GetInherent returns the inherent attribute of a name, or nil.
func (st *OpState) GetInherent(name string) Attribute {
	if st.props != nil {
		return st.props.Get(name)
	}
	for _, a := range st.Inherent {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// AddAttr adds an attribute as inherent or discardable, as the operation's definition says.
func (st *OpState) AddAttr(name string, a Attribute) {
	if st.Info.IsInherent(name) {
		st.SetInherent(name, a)
		return
	}
	st.Attrs = st.Info.ctx.With(st.Attrs, name, a)
}

// SetSegments sets the sizes of the operand groups.
func (st *OpState) SetSegments(sizes ...int32) {
	st.SetInherent(OperandSegments, st.Info.ctx.DenseI32(sizes...))
}

// Reset empties the state for another operation, and keeps its memory.
func (st *OpState) Reset(info *OpInfo) {
	*st = OpState{Info: info, Operands: st.Operands[:0], Types: st.Types[:0], Inherent: st.Inherent[:0],
		Successors: st.Successors[:0], Regions: st.Regions[:0]}
}

// Arena allocates operations in chunks, which is cheaper than one by one. The zero value is ready to use. An arena
// serves one goroutine at a time.
type Arena struct {
	ops      slab[Operation]
	operands slab[Operand]
	results  slab[Value]
	blocks   slab[Block]

	exts       slab[opExt]
	regions    slab[Region]
	successors slab[Successor]
	args       slab[*Value]
	locs       slab[locRef]
}

// NewBlock returns an empty block that belongs to no region yet.
func (a *Arena) NewBlock() *Block { return &a.blocks.take(1)[0] }

// slab hands out slices of chunks that grow.
type slab[T any] struct {
	free []T
	size int
}

const slabMax = 1024

func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(8, 2*s.size), slabMax)
		s.free = make([]T, max(n, s.size))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// Create makes the operation that st describes. It belongs to no block yet.
func (a *Arena) Create(st *OpState) *Operation {
	op := &a.ops.take(1)[0]
	info := st.Info
	op.info = info
	operands := a.operands.take(len(st.Operands))
	op.setOperandList(operands)
	for i, v := range st.Operands {
		operands[i].owner = op
		operands[i].link(v)
	}
	results := a.results.take(len(st.Types))
	op.setResultList(results)
	for i, t := range st.Types {
		r := &results[i]
		r.typ = t
		r.setResultOf(op, i)
	}
	op.SetAttrs(st.Attrs)
	switch {
	case st.located:
		op.loc = st.source.ref(st.offset)
	case st.Loc != nil:
		op.loc = info.ctx.locRef(st.Loc)
	default:
		op.loc = st.fallback
	}
	if len(st.Regions)+len(st.Successors) > 0 {
		op.ext = a.newExt(op, len(st.Regions), len(st.Successors))
		st.fill(op.ext)
	}
	op.SetProperties(st.properties())
	return op
}

func (st *OpState) properties() Attribute {
	if st.Properties != nil {
		return st.Properties
	}
	d := st.props
	if d == nil {
		if slices.ContainsFunc(st.Inherent, lacksValue) {
			st.Inherent = slices.DeleteFunc(st.Inherent, lacksValue)
		}
		if len(st.Inherent) > 0 {
			d = st.Info.ctx.Dict(st.Inherent...)
		}
		d = st.Info.WithDefaults(d)
	}
	if d == nil {
		return nil // a nil *DictAttr in an interface would not be equal to nil
	}
	return d
}

func lacksValue(a NamedAttr) bool { return a.Value == nil }

// newExt returns the [opExt] of op, with some regions and successors.
func (a *Arena) newExt(op *Operation, regions, successors int) *opExt {
	ext := &a.exts.take(1)[0]
	ext.regions = a.regions.take(regions)
	for i := range ext.regions {
		ext.regions[i].owner = op
	}
	ext.successors = a.successors.take(successors)
	for i := range ext.successors {
		ext.successors[i].owner = op
	}
	return ext
}

// fill moves the blocks of the regions, and links the successors.
func (st *OpState) fill(ext *opExt) {
	for i, r := range st.Regions {
		to := &ext.regions[i]
		to.first, to.last = r.first, r.last
		for b := to.first; b != nil; b = b.next {
			b.region = to
		}
		r.first, r.last = nil, nil
	}
	for i, b := range st.Successors {
		ext.successors[i].link(b)
	}
}
