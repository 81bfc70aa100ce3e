package torch

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// tensors admits the tensors of dialect prim.
var tensors = ir.TypeConstraint{Summary: "ranked tensor of bools, integers, floats or complex numbers",
	Check: func(t ir.Type) bool {
		x, ok := prim.TensorOf(t)
		return ok && prim.DtypeOf(x.Elem) != 0
	}}

// New defines the operator of a schema as an operation named prefix + name, such as torch.aten.add.Tensor. It panics if
// the schema cannot be read, which is an error of the calling program.
func New(prefix, schema string) *ir.OpDef {
	s, err := ParseSchema(schema)
	if err != nil {
		panic("torch: " + err.Error())
	}
	def := &ir.OpDef{
		Name:       prefix + s.Name,
		Summary:    "PyTorch's operator " + s.Name,
		Traits:     ir.NoMemoryEffect,
		Syntax:     `'(' (operand | number | name '=' value),* ')' attr-dict ':' functional-type(operands, results)`,
		Interfaces: []any{&s},
		Parse:      func(p ir.OpParser, st *ir.OpState) { parseOperator(p, st, &s) },
		Print:      func(p ir.OpPrinter, op *ir.Operation) { printOperator(p, Call{op, &s}) },
		Verify:     func(op *ir.Operation) error { return verifyOperator(Call{op, &s}) },
	}
	several := 0
	for i := range s.Params {
		p := &s.Params[i]
		if p.isValue() || p.Type == IntsParam {
			operand := ir.ValueDef{Name: p.Name, Type: tensors}
			switch {
			case p.Type == TensorsParam:
				operand.Arity = ir.Variadic
			case p.Type == IntsParam:
				operand = ir.ValueDef{Name: p.Name + "_values", Type: constraints.Index, Arity: ir.Variadic}
			case p.Type == OperandParam || p.Optional:
				operand.Arity = ir.Optional
			}
			if operand.Arity != ir.One {
				several++
			}
			def.Operands = append(def.Operands, operand)
		}
		if p.Type == TensorsParam {
			def.Attrs = append(def.Attrs, ir.OpAttr{Name: p.Name + "_places", Attr: constraints.DenseI64Array, Optional: true})
		}
		if !p.isValue() || p.Type == OperandParam {
			name := p.Name
			if p.Type == OperandParam {
				name += "_number"
			}
			def.Attrs = append(def.Attrs, ir.OpAttr{Name: name, Attr: attrConstraint(p.Type),
				Optional: p.Optional || p.Default != "" || p.Type == OperandParam})
		}
	}
	if several > 0 {
		def.Traits |= ir.AttrSizedOperandSegments
	}
	for i := range s.Results {
		result := ir.ValueDef{Name: "result", Type: tensors}
		if s.Results > 1 {
			result.Name += strconv.Itoa(i)
		}
		def.Results = append(def.Results, result)
	}
	if s.Results == 1 && strings.HasSuffix(schema, "[]") {
		def.Results = []ir.ValueDef{{Name: "results", Type: tensors, Arity: ir.Variadic}}
	}
	return def
}

// attrConstraint admits the values of parameters that are no tensors.
func attrConstraint(t ParamType) ir.AttrConstraint {
	switch t {
	case IntParam:
		return constraints.I64Attr
	case IntsParam:
		return constraints.DenseI64Array
	case BoolParam:
		return constraints.Bool
	case StringParam:
		return constraints.String
	case DtypeParam:
		return constraints.Type
	}
	return prim.Number
}

// SchemaOf returns the schema of an operator; ok is false for other operations.
func SchemaOf(op *ir.Operation) (s *Schema, ok bool) { return ir.InterfaceOf[*Schema](op) }

// verifyOperator checks that each argument that is a tensor or a number has exactly one value, and that each list has a
// value for each of its open elements.
func verifyOperator(c Call) error {
	for i := range c.Schema.Params {
		switch p := &c.Schema.Params[i]; p.Type {
		case OperandParam:
			value, number := c.Tensor(p.Name), c.Operation.Inherent(p.Name+"_number")
			if value != nil && number != nil || value == nil && number == nil && !p.Optional {
				return c.Errorf("argument %s must be a tensor or a number", p.Name)
			}
		case TensorsParam:
			places, n := c.Places(p.Name), len(c.values(p.Name))
			for i, place := range places {
				if len(places) != n || place < int64(i) || i > 0 && place <= places[i-1] {
					return c.Errorf("%s_places = %v must be %d ascending numbers", p.Name, places, n)
				}
			}
		case IntsParam:
			open := 0
			for _, n := range c.Ints(p.Name) {
				if n == ir.Dynamic {
					open++
				}
			}
			if n := len(c.values(p.Name)); n != open {
				return c.Errorf("%s leaves %d sizes open, but has %d values", p.Name, open, n)
			}
		}
	}
	return nil
}

// parseOperator reads arguments: tensors and numbers by their place, all others by name.
func parseOperator(p ir.OpParser, st *ir.OpState, s *Schema) {
	values := make([][]ir.UnresolvedOperand, len(s.Params))
	p.Literal("(")
	next, first := 0, true
	for !p.Failed() && !p.TryLiteral(")") {
		if !first {
			p.Literal(",")
		}
		first = false
		at := p.Pos()
		if i := positional(s, next); i >= 0 && !named(p, s) {
			values[i], next = parseValue(p, st, &s.Params[i]), i+1
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
		values[i] = parseValue(p, st, &s.Params[i])
	}
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

// positional returns the next parameter that is written by its place, or -1.
func positional(s *Schema, from int) int {
	for i := from; i < len(s.Params); i++ {
		if p := &s.Params[i]; p.isValue() && !p.Optional {
			return i
		}
	}
	return -1
}

// named reports whether the name of a parameter is next.
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

// Has reports whether there is a parameter of a name.
func (s *Schema) Has(name string) bool { return s.param(name) >= 0 }

func (s *Schema) names() string {
	var out []string
	for _, p := range s.Params {
		out = append(out, p.Name)
	}
	return strings.Join(out, ", ")
}

// parseValue reads an argument, and returns the operands in it.
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

// parseTensors reads a list of tensors, in which `none` stands for one that is absent.
func parseTensors(p ir.OpParser, st *ir.OpState, param *Param) (values []ir.UnresolvedOperand) {
	var places []int64
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

// Operator is the use of an operator that this dialect has no schema for: a traced program may have any. Operands are
// its tensors, and all else attributes.
var Operator = ir.OpDef{
	Name:     "torch.operator",
	Summary:  "an operator by its name, of which nothing else is known",
	Operands: []ir.ValueDef{{Name: "inputs", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{{Name: "name", Attr: constraints.String}},
	Assembly: `$name '(' $inputs ')' attr-dict ':' functional-type(operands, results)`,
}

// Call is a use of an operator, with its arguments by the names of the schema.
type Call struct {
	*ir.Operation
	Schema *Schema
}

// Has reports whether an argument is given.
func (c Call) Has(name string) bool {
	return len(c.values(name)) > 0 || c.Operation.Inherent(name) != nil || c.Operation.Inherent(name+"_number") != nil ||
		c.Schema.Params[c.mustParam(name)].Type == TensorsParam
}

func (c Call) mustParam(name string) int {
	i := c.Schema.param(name)
	if i < 0 {
		panic(fmt.Sprintf("torch: %s has no parameter %s", c.Schema.Name, name))
	}
	return i
}

// values returns the operands of a parameter.
func (c Call) values(name string) []*ir.Value {
	group := 0
	for i := range c.mustParam(name) {
		if p := &c.Schema.Params[i]; p.isValue() || p.Type == IntsParam {
			group++
		}
	}
	if p := &c.Schema.Params[c.mustParam(name)]; !p.isValue() && p.Type != IntsParam {
		return nil
	}
	return c.GroupValues(group)
}

// Tensor returns a tensor, or nil if it is absent or a number. Tensors returns a list of them.
func (c Call) Tensor(name string) *ir.Value {
	if v := c.values(name); len(v) > 0 {
		return v[0]
	}
	return nil
}

func (c Call) Tensors(name string) []*ir.Value { return c.values(name) }

// Places returns which elements of a list its tensors are: others are absent.
func (c Call) Places(name string) []int64 {
	if list, ok := c.Operation.Inherent(name + "_places").(*ir.DenseArrayAttr); ok {
		return list.Ints()
	}
	places := make([]int64, len(c.values(name)))
	for i := range places {
		places[i] = int64(i)
	}
	return places
}

// Number returns a number as a Go value: bool, int64, float64 or complex128; nil if there is none and no default.
func (c Call) Number(name string) any {
	for _, a := range []ir.Attribute{c.Operation.Inherent(name), c.Operation.Inherent(name + "_number")} {
		if a != nil {
			return prim.NumberOf(a)
		}
	}
	text := c.Schema.Params[c.mustParam(name)].Default
	if text == "True" || text == "False" {
		return text == "True"
	}
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return v
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	return nil
}

// Int, Float and Bool return arguments of their types: 0 or false if there is none and no default.
func (c Call) Int(name string) int64 {
	v, _ := c.Number(name).(int64)
	return v
}

func (c Call) Float(name string) float64 {
	switch v := c.Number(name).(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	}
	return 0
}

func (c Call) Bool(name string) bool {
	v, _ := c.Number(name).(bool)
	return v
}

// String returns an argument that is a string, or "" if there is none and no default.
func (c Call) String(name string) string {
	if s, ok := c.Operation.Inherent(name).(*ir.StringAttr); ok {
		return s.Value
	}
	return strings.Trim(c.Schema.Params[c.mustParam(name)].Default, `"'`)
}

// Dtype returns an argument that is an element type, or nil if there is none.
func (c Call) Dtype(name string) ir.Type {
	if t, ok := c.Operation.Inherent(name).(*ir.TypeAttr); ok {
		return t.Value
	}
	return nil
}

// Ints returns a list of integers, [ir.Dynamic] where a value of type index stands, which Sizes returns. Both are nil
// if there is no list and no default.
func (c Call) Ints(name string) []int64 {
	if list, ok := c.Operation.Inherent(name).(*ir.DenseArrayAttr); ok {
		return append([]int64{}, list.Ints()...)
	}
	text := strings.Trim(c.Schema.Params[c.mustParam(name)].Default, "[]")
	var out []int64
	for _, f := range fields(text) {
		if v, err := strconv.ParseInt(f, 10, 64); err == nil {
			out = append(out, v)
		}
	}
	return out
}

func (c Call) Sizes(name string) []*ir.Value { return c.values(name) }
