package torch

import (
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// parseOperator reads arguments. Tensors and numbers are positional, and all others are named.
func parseOperator(p ir.OpParser, st *ir.OpState, s *Schema) {
	values, given := make([][]ir.UnresolvedOperand, len(s.Params)), make([]bool, len(s.Params))
	start := p.Pos()
	p.Literal("(")
	next, first := 0, true
	for !p.Failed() && !p.TryLiteral(")") {
		if !first {
			p.Literal(",")
		}
		first = false
		at := p.Pos()
		if i := positional(s, next); i >= 0 && !named(p, s) {
			values[i], next, given[i] = parseValue(p, st, &s.Params[i]), i+1, true
			continue
		}
		name := p.Keyword()
		i := s.param(name)
		if p.Failed() {
			return
		}
		if i < 0 {
			p.Errorf(at, "%s has no parameter %s; it has %s", s.Name, name, s.names())
			return
		}
		p.Literal("=")
		values[i], given[i] = parseValue(p, st, &s.Params[i]), true
	}
	for i, param := range s.Params {
		if !given[i] && !param.Optional && param.Default == "" && !p.Failed() {
			p.Errorf(start, "%s is missing a value for argument %s; its arguments are %s", s.Name, param.Name, s.names())
			return
		}
	}
	parseSignature(p, st, s, values)
}

// parseSignature reads the attributes and the types behind the arguments, and resolves the operands of each parameter.
func parseSignature(p ir.OpParser, st *ir.OpState, s *Schema, values [][]ir.UnresolvedOperand) {
	p.AttrDict(st)
	at := p.Pos()
	p.Literal(":")
	p.Literal("(")
	var types []ir.Type
	if !p.TryLiteral(")") {
		types = p.Types()
		p.Literal(")")
	}
	st.Types = append(st.Types, p.ArrowTypes()...)
	var operands []ir.UnresolvedOperand
	var segments []int32
	for i := range s.Params {
		if s.Params[i].isValue() || s.Params[i].Type == IntsParam {
			operands = append(operands, values[i]...)
			segments = append(segments, int32(len(values[i])))
		}
	}
	p.ResolveInto(st, operands, types, at)
	if st.Info.HasTrait(ir.AttrSizedOperandSegments) {
		st.SetSegments(segments...)
	}
}

// positional returns the index of the next positional parameter, or -1.
func positional(s *Schema, from int) int {
	for i := from; i < len(s.Params); i++ {
		if p := &s.Params[i]; p.isValue() && !p.Optional {
			return i
		}
	}
	return -1
}

// named reports whether the next token is the name of a parameter.
func named(p ir.OpParser, s *Schema) bool {
	for i := range s.Params {
		if p.PeekLiteral(s.Params[i].Name) {
			return true
		}
	}
	return false
}

func (s *Schema) param(name string) int {
	for i := range s.Params {
		if s.Params[i].Name == name {
			return i
		}
	}
	return -1
}

// Has reports whether the schema has a parameter with the given name.
func (s *Schema) Has(name string) bool { return s.param(name) >= 0 }

func (s *Schema) names() string {
	var out []string
	for _, p := range s.Params {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

// parseValue reads an argument and returns its operands.
func parseValue(p ir.OpParser, st *ir.OpState, param *Param) (values []ir.UnresolvedOperand) {
	ctx := p.Context()
	switch param.Type {
	case TensorParam:
		return []ir.UnresolvedOperand{p.Operand()}
	case TensorsParam:
		return parseTensors(p, st, param)
	case OperandParam:
		if v, ok := p.TryOperand(); ok {
			return []ir.UnresolvedOperand{v}
		}
		st.SetInherent(param.Name+"_number", prim.ParseNumber(p))
	case NumberParam, FloatParam:
		st.SetInherent(param.Name, prim.ParseNumber(p))
	case IntParam:
		st.SetInherent(param.Name, ctx.Integer(ctx.I(64), p.Int64()))
	case BoolParam:
		st.SetInherent(param.Name, ctx.Bool(p.TryLiteral("true") || !falseLiteral(p)))
	case StringParam:
		st.SetInherent(param.Name, ctx.StringAttr(p.String()))
	case DtypeParam:
		st.SetInherent(param.Name, ctx.TypeAttr(p.Type()))
	case IntsParam:
		list := []int64{}
		if !p.PeekLiteral("[") {
			p.Errorf(p.Pos(), "%s is a list of integers: expected '[', as in [2, 3] or [2]", param.Name)
		}
		p.Literal("[")
		for more := !p.TryLiteral("]"); more && !p.Failed(); {
			if v, ok := p.TryOperand(); ok {
				list, values = append(list, ir.Dynamic), append(values, v)
			} else {
				list = append(list, p.Int64())
			}
			if more = p.TryLiteral(","); !more {
				p.Literal("]")
			}
		}
		st.SetInherent(param.Name, ctx.DenseI64(list...))
	}
	return values
}

// parseTensors reads a list of tensors. In the text, `none` stands for an absent one.
func parseTensors(p ir.OpParser, st *ir.OpState, param *Param) (values []ir.UnresolvedOperand) {
	var places []int64
	if !p.PeekLiteral("[") {
		p.Errorf(p.Pos(), "%s is a list of tensors: expected '[', as in [%%0, %%1]", param.Name)
	}
	p.Literal("[")
	for i, more := int64(0), !p.TryLiteral("]"); more && !p.Failed(); i++ {
		if !p.TryLiteral("none") {
			values, places = append(values, p.Operand()), append(places, i)
		}
		if more = p.TryLiteral(","); !more {
			p.Literal("]")
			if n := len(places); n > 0 && places[n-1] != int64(n-1) {
				st.SetInherent(param.Name+"_places", p.Context().DenseI64(places...))
			}
		}
	}
	return values
}

func falseLiteral(p ir.OpParser) bool {
	p.Literal("false")
	return true
}

func printOperator(p ir.OpPrinter, c Call) {
	p.Text("(")
	elided, separator := []string{ir.OperandSegments}, ""
	for _, named := range []bool{false, true} {
		for i := range c.Schema.Params {
			param := &c.Schema.Params[i]
			if byPlace := param.isValue() && !param.Optional; byPlace == named || !c.Has(param.Name) {
				continue
			}
			p.Text(separator)
			separator = ", "
			if named {
				p.Text(param.Name + " = ")
			}
			elided = append(elided, param.Name, param.Name+"_number", param.Name+"_places")
			printValue(p, c, param)
		}
	}
	p.Text(")")
	p.AttrDict(c.Operation, elided...)
	p.Text(" : ")
	p.FunctionType(c.OperandTypes(), c.ResultTypes())
}

func printValue(p ir.OpPrinter, c Call, param *Param) {
	attr := c.Operation.Inherent(param.Name)
	switch param.Type {
	case TensorParam:
		p.Operand(c.Tensor(param.Name))
	case TensorsParam:
		next := 0
		p.Text("[")
		for i, place := range c.Places(param.Name) {
			for ; next < int(place); next++ {
				p.Text("none, ")
			}
			p.Operand(c.values(param.Name)[i])
			if next++; i+1 < len(c.values(param.Name)) {
				p.Text(", ")
			}
		}
		p.Text("]")
	case OperandParam:
		if v := c.Tensor(param.Name); v != nil {
			p.Operand(v)
		} else {
			prim.PrintNumber(p, c.Operation.Inherent(param.Name+"_number"))
		}
	case NumberParam, FloatParam:
		prim.PrintNumber(p, attr)
	case IntsParam:
		p.Text("[")
		values := c.values(param.Name)
		for i, n := range c.Ints(param.Name) {
			if i > 0 {
				p.Text(", ")
			}
			if n == ir.Dynamic && len(values) > 0 {
				p.Operand(values[0])
				values = values[1:]
			} else {
				p.Int(n)
			}
		}
		p.Text("]")
	default:
		p.AttributeNoType(attr)
	}
}
