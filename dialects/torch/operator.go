package torch

import (
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

// New returns the definition of an operator with the given schema. Its name is prefix followed by the schema's name,
// such as torch.aten.add.Tensor. New panics if the schema is invalid.
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

// attrConstraint returns the constraint of a parameter that is an attribute.
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

// verifyOperator checks that each parameter that may be a tensor or a number has exactly one of them, and that each
// list has a value for each of its open elements.
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

// Operator is the use of an operator for which the dialect has no schema; a traced program may have any. Its operands
// are the tensors, and its attributes are all other arguments.
var Operator = ir.OpDef{
	Name:     "torch.operator",
	Summary:  "operator of which only the name is known",
	Operands: []ir.ValueDef{{Name: "inputs", Type: constraints.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: constraints.AnyType, Arity: ir.Variadic}},
	Attrs:    []ir.OpAttr{{Name: "name", Attr: constraints.String}},
	Assembly: `$name '(' $inputs ')' attr-dict ':' functional-type(operands, results)`,
}
