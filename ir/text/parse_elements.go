package text

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// elementsAttr reads dense, sparse, array and dense_resource attributes.
func (p *parser) elementsAttr(t ir.Type) ir.Attribute {
	word := p.spelling()
	at := p.tok.start
	p.next()
	if !p.try('<') {
		if word == "sparse" {
			p.failHere("Expected '<' after 'sparse'")
		} else {
			p.failHere("expected '<' after '%s'", word)
		}
		return nil
	}
	switch word {
	case "array":
		return p.denseArray()
	case "sparse":
		return p.sparse(t, at)
	case "dense_resource":
		return p.denseResource(t, at)
	}
	return p.dense(t, at)
}

// dense reads the rest of `dense<...> : type`.
func (p *parser) dense(t ir.Type, at int) ir.Attribute {
	var l literal
	if !p.try('>') {
		l = p.literal()
		p.want('>', "expected '>'")
	}
	st := p.elementsType(t, at)
	if p.err != nil {
		return nil
	}
	return p.denseElements(&l, st, at)
}

// elementsType reads the type after an elements literal, unless the context gives it.
func (p *parser) elementsType(t ir.Type, at int) ir.ShapedType {
	if t == nil {
		p.want(':', "expected ':'")
		t = p.Type()
	}
	if p.err != nil {
		return nil
	}
	st, ok := t.(ir.ShapedType)
	if !ok {
		p.fail(at, "elements literal must be a shaped type")
		return nil
	}
	if _, static := ir.NumElements(st); !static {
		p.fail(at, "elements literal type must have static shape")
		return nil
	}
	return st
}

// denseArray reads the rest of `array<type: elements>`.
func (p *parser) denseArray() ir.Attribute {
	at := p.tok.start
	t := p.Type()
	if p.err != nil {
		p.failFurther(at, "expected an integer or floating point type")
		return nil
	}
	switch t := t.(type) {
	case *ir.FloatType:
	case *ir.IntegerType:
		if t.Width != 1 && t.Width%8 != 0 || t.Width == 0 || t.Width > 64 {
			p.fail(at, "element type bitwidth must be a multiple of 8, from 8 to 64, or 1")
			return nil
		}
	default:
		p.fail(at, "expected integer or float type, got: %s", ir.Quote(t))
		return nil
	}
	if p.try('>') {
		return p.ctx.DenseArray(t, nil)
	}
	p.want(':', "expected ':' after dense array type")
	raw := p.arrayElements(t)
	p.want('>', "expected '>' to close an array attribute")
	if p.err != nil {
		return nil
	}
	return p.ctx.DenseArray(t, raw)
}

// arrayElements reads elements separated by commas.
func (p *parser) arrayElements(t ir.Type) (raw []byte) {
	size := ir.ElementSize(t)
	for {
		negative := p.try('-')
		s, at, kind := p.spelling(), p.tok.start, p.tok.kind
		if ft, ok := t.(*ir.FloatType); ok {
			bits, _ := p.floatLiteral(ft, kind, s, at, negative)
			raw = ir.AppendLittleEndian(raw, bits, size)
			p.next()
		} else {
			raw = p.arrayInteger(raw, t, s, negative, size)
		}
		if !p.try(',') {
			return raw
		}
	}
}

func (p *parser) arrayInteger(raw []byte, t ir.Type, s string, negative bool, size int) []byte {
	isTruth := p.isWord("true") || p.isWord("false")
	switch {
	case isTruth && !ir.IsInt(t, 1):
		p.failToken("expected i1 type for 'true' or 'false' values")
		return raw
	case isTruth:
		p.next()
		return append(raw, truth(s))
	case p.tok.kind != tokInt:
		p.failToken("expected integer literal")
		return raw
	}
	p.next()
	if ir.IsInt(t, 1) {
		p.failToken("expected 'true' or 'false' values for i1 type")
		return raw
	}
	raw, ok := p.appendInteger(raw, t, s, negative, size)
	if !ok {
		p.failToken("integer constant out of range")
	}
	return raw
}

// sparse reads the rest of `sparse<indices, values> : type`.
func (p *parser) sparse(t ir.Type, at int) ir.Attribute {
	i64 := p.ctx.I(64)
	if p.try('>') {
		st := p.elementsType(t, at)
		if p.err != nil {
			return nil
		}
		indices := p.ctx.DenseElements(p.ctx.TensorType([]int64{0, int64(len(st.Shape()))}, i64, nil), nil, false)
		return p.ctx.SparseElements(st, indices, p.noElements(st.ElementType()))
	}
	indicesAt := p.tok.start
	indices := p.literal()
	p.want(',', "expected ','")
	valuesAt := p.tok.start
	values := p.literal()
	p.want('>', "expected '>'")
	st := p.elementsType(t, at)
	if p.err != nil {
		return nil
	}
	indicesShape := indices.shape
	if indicesShape == nil {
		indicesShape = []int64{1, int64(len(st.Shape()))}
	}
	valuesShape := values.shape
	if valuesShape == nil {
		valuesShape = indicesShape[:1]
	}
	ia, _ := p.denseElements(&indices, p.ctx.TensorType(indicesShape, i64, nil), indicesAt).(*ir.DenseElementsAttr)
	va := p.denseElements(&values, p.ctx.TensorType(valuesShape, st.ElementType(), nil), valuesAt)
	if p.err == nil && ia != nil {
		p.checkSparse(st, ia, valuesShape, at)
	}
	if p.err != nil {
		return nil
	}
	return p.ctx.SparseElements(st, ia, va)
}

// noElements returns the values of a sparse attribute without elements.
func (p *parser) noElements(elem ir.Type) ir.Attribute {
	t := p.ctx.TensorType([]int64{0}, elem, nil)
	if !numeric(elem) {
		return p.ctx.DenseStrings(t, nil)
	}
	return p.ctx.DenseElements(t, nil, false)
}

// checkSparse checks that indices have the form [n, rank], or [n] for one dimension, that there are n values, and that
// the indices lie within the shape.
func (p *parser) checkSparse(t ir.ShapedType, indices *ir.DenseElementsAttr, values []int64, at int) {
	shape, rank := indices.ShapedType().Shape(), len(t.Shape())
	if len(values) != 1 {
		p.fail(at, "expected 1-d tensor for sparse element values")
		return
	}
	byRow := len(shape) == 2 && shape[1] == int64(rank) || len(shape) == 1 && rank == 1
	if !byRow || shape[0] != values[0] {
		p.fail(at, "expected shape ([%s]); inferred shape of indices literal ([%s]); inferred shape of values literal ([%s])",
			dimsText(t.Shape()), dimsText(shape), dimsText(values))
		return
	}
	for i := range int(shape[0]) {
		for k := range rank {
			if indices.Bits(i*rank+k) >= uint64(t.Shape()[k]) {
				p.fail(at, "sparse index #%d is not contained within the value shape, with index=[%s], and type=%s", i,
					indexText(indices, i*rank, rank), ir.Quote(t))
				return
			}
		}
	}
}

// indexText returns the numbers of one sparse index. They are unsigned.
func indexText(indices *ir.DenseElementsAttr, first, rank int) (s string) {
	for k := range rank {
		if k > 0 {
			s += ", "
		}
		s += fmt.Sprint(indices.Bits(first + k))
	}
	return s
}

// denseResource reads the rest of `dense_resource<key> : type`.
func (p *parser) denseResource(t ir.Type, at int) ir.Attribute {
	key, ok := p.TryKeywordOrString()
	if !ok {
		p.failToken("expected identifier key for 'resource' entry")
		return nil
	}
	p.want('>', "expected '>'")
	if t == nil {
		at = p.tok.start
		p.want(':', "expected ':'")
		t = p.Type()
	}
	if p.err != nil {
		return nil
	}
	st, ok := t.(ir.ShapedType)
	if !ok {
		p.fail(at, "`dense_resource` expected a shaped type")
		return nil
	}
	return p.ctx.DenseResource(st, p.ctx.Resource("builtin", key))
}
