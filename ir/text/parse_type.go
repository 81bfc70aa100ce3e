package text

import (
	"math"
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// Type reads a type.
func (p *parser) Type() ir.Type {
	t, ok := p.TryType()
	if !ok {
		p.failHere("expected non-function type")
	}
	return t
}

// TryType reads a type if one is next. A function type counts.
func (p *parser) TryType() (ir.Type, bool) {
	switch p.tok.kind {
	case tokBare:
		return p.builtinType()
	case tokBang:
		return p.extendedType(), true
	case tokPunct:
		if p.tok.punct == '(' {
			return p.functionType(), true
		}
	}
	return nil, false
}

func (p *parser) nonFunctionType() ir.Type {
	if p.is('(') {
		p.failHere("expected non-function type")
		return nil
	}
	return p.Type()
}

// builtinType reads a type that starts with a bare word.
func (p *parser) builtinType() (ir.Type, bool) {
	word := p.spelling()
	if t, ok := p.wordType(word); ok {
		return t, true
	}
	switch word {
	case "complex", "tuple", "vector", "tensor", "memref":
		if !p.enter() {
			return nil, true
		}
		defer p.leave()
		p.next()
		return p.parametricType(word), true
	}
	return nil, false
}

func (p *parser) wordType(word string) (ir.Type, bool) {
	switch word {
	case "index":
		p.next()
		return p.ctx.Index(), true
	case "none":
		p.next()
		return p.ctx.None(), true
	}
	switch word[0] {
	case 'i', 's', 'u':
		if width, s, ok := integerTypeWord(word); ok {
			if width > math.MaxUint32 {
				p.failToken("invalid integer width")
				return nil, true
			}
			if width > ir.MaxIntegerWidth {
				p.failToken("integer bitwidth is limited to %d bits", ir.MaxIntegerWidth)
				return nil, true
			}
			p.next()
			return p.ctx.IntegerType(uint32(width), s), true
		}
	case 'f', 'b', 't':
		if t := p.ctx.Float(word); t != nil {
			p.next()
			return t, true
		}
	}
	return nil, false
}

// integerTypeWord recognises iN, siN and uiN. A width with too many digits comes back as one that is too large.
func integerTypeWord(word string) (width uint64, s ir.Signedness, ok bool) {
	digits := word[1:]
	if word[0] != 'i' {
		if len(word) < 2 || word[1] != 'i' {
			return 0, 0, false
		}
		s, digits = ir.Signed, word[2:]
		if word[0] == 'u' {
			s = ir.Unsigned
		}
	}
	if digits == "" {
		return 0, 0, false
	}
	for i := range len(digits) {
		if class[digits[i]]&classDigit == 0 {
			return 0, 0, false
		}
	}
	width, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		width = math.MaxUint64
	}
	return width, s, true
}

func (p *parser) parametricType(word string) ir.Type {
	p.want('<', "expected '<' in "+word+" type")
	if p.err != nil {
		return nil
	}
	switch word {
	case "complex":
		return p.complexType()
	case "tuple":
		var elems []ir.Type
		p.list('>', "expected '>' in tuple type", func() { elems = append(elems, p.Type()) })
		if p.err != nil {
			return nil
		}
		return p.ctx.TupleType(elems...)
	case "vector":
		return p.vectorType()
	case "tensor":
		return p.tensorType()
	}
	return p.memrefType()
}

func (p *parser) complexType() ir.Type {
	at := p.tok.start
	elem := p.Type()
	p.want('>', "expected '>' in complex type")
	if p.err != nil {
		return nil
	}
	switch elem.(type) {
	case *ir.IntegerType, *ir.FloatType:
		return p.ctx.ComplexType(elem)
	}
	p.fail(at, "invalid element type for complex")
	return nil
}

// Dimensions reads `4x?x`.
func (p *parser) Dimensions(allowDynamic bool) []int64 {
	var dims []int64
	for p.err == nil {
		switch {
		case p.is('?'):
			if !allowDynamic {
				p.failToken("expected static shape")
				return nil
			}
			p.next()
			dims = append(dims, ir.Dynamic)
		case p.tok.kind == tokInt:
			dims = append(dims, p.dimension())
		default:
			return dims
		}
		p.times()
	}
	return nil
}

// dimension reads one static dimension. `0x4` is the dimension 0 followed by `x4`, not a hexadecimal number.
func (p *parser) dimension() int64 {
	s := p.spelling()
	if len(s) > 1 && p.tok.kind == tokInt && s[1] == 'x' {
		p.resetTo(p.tok.start + 1)
		return 0
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if p.tok.kind != tokInt || err != nil {
		p.failToken("invalid dimension")
		return 0
	}
	p.next()
	return v
}

// times consumes the x between dimensions, which may be the start of a word such as `xf32`.
func (p *parser) times() {
	if p.tok.kind != tokBare || p.s[p.tok.start] != 'x' {
		p.failHere("expected 'x' in dimension list")
		return
	}
	if p.tok.end == p.tok.start+1 {
		p.next()
		return
	}
	p.resetTo(p.tok.start + 1)
}

func (p *parser) vectorType() ir.Type {
	var dims []int64
	var scalable []bool
	any := false
	for p.err == nil && (p.tok.kind == tokInt || p.is('[')) {
		isScalable := p.try('[')
		dims = append(dims, p.dimension())
		if isScalable {
			p.want(']', "missing ']' closing scalable dimension")
		}
		scalable = append(scalable, isScalable)
		any = any || isScalable
		p.times()
	}
	at := p.tok.start
	elem := p.Type()
	p.want('>', "expected '>' in vector type")
	if p.err != nil {
		return nil
	}
	for _, d := range dims {
		if d <= 0 {
			p.fail(at, "vector types must have positive constant sizes but got %s", dimsText(dims))
			return nil
		}
	}
	if !validVectorElement(elem) {
		p.fail(at, "failed to verify 'elementType': VectorElementTypeInterface instance")
		return nil
	}
	if len(dims) > 64 {
		p.fail(at, "vector types of more than 64 dimensions are not supported")
		return nil
	}
	if !any {
		scalable = nil
	}
	return p.ctx.VectorType(dims, elem, scalable)
}

func dimsText(dims []int64) string {
	var p ir.Printer
	for i, d := range dims {
		if i > 0 {
			p.Text(", ")
		}
		p.Int(d)
	}
	return string(p.Buf)
}

// VectorElement is implemented by dialect types that vectors may hold.
type VectorElement interface{ IsVectorElement() bool }

// MemRefElement is implemented by dialect types that memrefs may hold.
type MemRefElement interface{ IsMemRefElement() bool }

func validVectorElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType:
		return true
	case VectorElement:
		return t.IsVectorElement()
	}
	return false
}

func (p *parser) tensorType() ir.Type {
	unranked, dims := p.shape()
	at := p.tok.start
	elem := p.Type()
	var encoding ir.Attribute
	if p.try(',') {
		encoding, _ = p.TryAttribute(nil) // mlir-opt admits a comma with nothing after it
	}
	p.want('>', "expected '>' in tensor type")
	if p.err != nil {
		return nil
	}
	if unranked && encoding != nil {
		p.fail(at, "cannot apply encoding to unranked tensor")
		return nil
	}
	if !validTensorElement(elem) {
		p.fail(at, "invalid tensor element type")
		return nil
	}
	if unranked {
		return p.ctx.UnrankedTensorType(elem)
	}
	return p.ctx.TensorType(dims, elem, encoding)
}

// shape reads dimensions, or `*x` for an unknown rank.
func (p *parser) shape() (unranked bool, dims []int64) {
	if p.try('*') {
		p.times()
		return true, nil
	}
	return false, p.Dimensions(true)
}

func validTensorElement(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.OpaqueType, ir.DialectType:
		return true
	}
	return false
}

func validMemRefElement(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.FloatType, *ir.IndexType, *ir.ComplexType, *ir.VectorType, *ir.MemRefType,
		*ir.UnrankedMemRefType:
		return true
	case MemRefElement:
		return t.IsMemRefElement()
	}
	return false
}

func (p *parser) memrefType() ir.Type {
	start := p.tok.start
	unranked, dims := p.shape()
	at := p.tok.start
	elem := p.Type()
	if p.err == nil && !validMemRefElement(elem) {
		p.fail(at, "invalid memref element type")
	}
	layout, space := p.layoutAndSpace(unranked)
	if p.err != nil {
		return nil
	}
	if space != nil && !validMemorySpace(space) {
		p.fail(start, "unsupported memory space Attribute")
		return nil
	}
	if unranked {
		return p.ctx.UnrankedMemRefType(elem, space)
	}
	if !p.layoutFits(layout, dims, start) {
		return nil
	}
	return p.ctx.MemRefType(dims, elem, layout, space)
}

// layoutAndSpace reads what follows the element type of a memref, up to its `>`.
func (p *parser) layoutAndSpace(unranked bool) (layout, space ir.Attribute) {
	if p.try('>') {
		return nil, nil
	}
	p.want(',', "expected ',' or '>' in memref type")
	if p.is('>') {
		p.failHere("expected list element")
	}
	p.list('>', "expected ',' or '>'", func() {
		a := p.Attribute(nil)
		switch {
		case p.err != nil:
		case isLayout(a):
			p.checkLayout(unranked, space)
			layout = a
		case space != nil:
			p.failToken("multiple memory spaces specified in memref type")
		default:
			space = a
		}
	})
	return layout, space
}

// MemRefLayout is implemented by dialect attributes that lay out memrefs.
type MemRefLayout interface{ IsMemRefLayout() bool }

func isLayout(a ir.Attribute) bool {
	switch a := a.(type) {
	case *ir.AffineMapAttr, *ir.StridedLayoutAttr:
		return true
	case MemRefLayout:
		return a.IsMemRefLayout()
	}
	return false
}

// checkLayout checks the place of a layout. Several are admitted, as in mlir-opt: the last one counts.
func (p *parser) checkLayout(unranked bool, space ir.Attribute) {
	switch {
	case unranked:
		p.failToken("cannot have affine map for unranked memref type")
	case space != nil:
		p.failToken("expected memory space to be last in memref type")
	}
}

func (p *parser) layoutFits(layout ir.Attribute, dims []int64, at int) bool {
	switch l := layout.(type) {
	case *ir.AffineMapAttr:
		if l.Map.NumDims() != len(dims) {
			p.fail(at, "memref layout mismatch between rank and affine map: %d != %d", len(dims), l.Map.NumDims())
		}
	case *ir.StridedLayoutAttr:
		if len(l.Strides) != len(dims) {
			p.fail(at, "expected the number of strides to match the rank")
		}
	}
	return p.err == nil
}

func validMemorySpace(a ir.Attribute) bool {
	switch a.(type) {
	case *ir.IntegerAttr, *ir.StringAttr, *ir.DictAttr, ir.DialectAttr:
		return true
	}
	return false
}

// functionType reads `(inputs) -> results`.
func (p *parser) functionType() ir.Type {
	ft := p.signature()
	if p.err != nil {
		return nil
	}
	return p.ctx.FunctionType(ft.inputs, ft.results)
}

// signature is a function type that was not interned: operations need only its parts.
type signature struct{ inputs, results []ir.Type }

func (p *parser) signature() (sig signature) {
	if !p.enter() {
		return
	}
	defer p.leave()
	p.want('(', "expected '(' in function type")
	p.list(')', "expected ')'", func() { sig.inputs = append(sig.inputs, p.Type()) })
	if p.tok.kind != tokArrow {
		p.failHere("expected '->' in function type")
		return
	}
	p.next()
	sig.results = p.resultTypes()
	return
}

// resultTypes reads one type that is no function type, or a list in parentheses.
func (p *parser) resultTypes() (types []ir.Type) {
	if !p.try('(') {
		return []ir.Type{p.nonFunctionType()}
	}
	p.list(')', "expected ')'", func() { types = append(types, p.Type()) })
	return types
}

// extendedType reads `!alias`, `!dialect.mnemonic...` or `!dialect<...>`.
func (p *parser) extendedType() ir.Type {
	start := p.tok.start
	name := p.spelling()[1:]
	dialect, rest, dotted := cutDot(name)
	if !dotted && !p.bracketFollows() {
		return useAlias(p, p.aliases.types)
	}
	if !p.enter() {
		return nil
	}
	defer p.leave()
	if d := p.ctx.Dialect(dialect); d != nil {
		return p.registeredType(d, start, dotted)
	}
	body := p.dialectBody(rest, dotted)
	if p.err != nil {
		return nil
	}
	if !p.ctx.AllowUnregistered {
		p.fail(start, "`!%s<\"%s\">` type created with unregistered dialect. If this is intended, please call "+
			"allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool "+
			"used", dialect, body)
		return nil
	}
	return p.ctx.OpaqueType(dialect, body)
}

func (p *parser) registeredType(d *ir.Dialect, start int, dotted bool) ir.Type {
	closing := p.enterDialectSymbol(d, dotted)
	at := p.tok.start
	defer p.leaveCustom()()
	var t ir.Type
	if def := findType(d, p); def != nil {
		p.next()
		t = def.Parse(p)
	} else if d.ParseType != nil {
		t = d.ParseType(p)
	} else if len(d.Types) == 0 {
		p.fail(at, "dialect '%s' provides no type parsing hook", d.Name)
	} else {
		p.fail(at, "unknown  type `%s` in dialect `%s`", p.spelling(), d.Name)
	}
	if closing {
		p.want('>', "expected '>'")
	}
	if p.err != nil {
		return nil
	}
	return t
}

func findType(d *ir.Dialect, p *parser) *ir.TypeDef {
	if p.tok.kind == tokBare {
		for _, def := range d.Types {
			if def.Mnemonic == p.spelling() {
				return def
			}
		}
	}
	return nil
}
