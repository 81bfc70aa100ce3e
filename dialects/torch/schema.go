package torch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrSchema is wrapped by errors about invalid schemas.
var ErrSchema = errors.New("invalid schema")

// ParamType is the type of a parameter.
type ParamType uint8

const (
	// TensorParam is a tensor, TensorsParam a list of tensors, and OperandParam a tensor or a number.
	TensorParam ParamType = iota
	TensorsParam
	OperandParam
	// NumberParam is a number of any kind. The types below are named after their values. Elements of an integer list
	// may be values of type index.
	NumberParam
	IntParam
	IntsParam
	FloatParam
	BoolParam
	StringParam
	DtypeParam
)

// Param is a parameter of an operator.
type Param struct {
	Name     string
	Type     ParamType
	Optional bool // may be absent
	// Default is the text of the default value, or "".
	Default string
}

// isValue reports whether arguments of the parameter are operands of the operation.
func (p *Param) isValue() bool { return p.Type <= OperandParam }

// paramTypes maps the types of schemas. Devices, layouts and memory formats are strings.
var paramTypes = map[string]ParamType{
	"Tensor": TensorParam, "Tensor[]": TensorsParam, "Tensor?[]": TensorsParam, "Operand": OperandParam,
	"Scalar": NumberParam, "int": IntParam, "SymInt": IntParam, "int[]": IntsParam, "SymInt[]": IntsParam,
	"bool[]": StringParam, "float[]": StringParam, "float": FloatParam,
	"bool": BoolParam, "str": StringParam, "ScalarType": DtypeParam,
	"Layout": StringParam, "Device": StringParam, "MemoryFormat": StringParam,
}

// Schema is the signature of an operator.
type Schema struct {
	Name    string // with its overload, as in "add.Tensor"
	Params  []Param
	Results int
	// InPlace says that the operator changes its first tensor. The name of such an operator ends in an underscore.
	InPlace bool
}

// overload returns the part of the name after the point, "" if there is none.
func (s *Schema) overload() string {
	_, overload, _ := strings.Cut(s.Name, ".")
	return overload
}

// ParseSchema parses a schema in the language of PyTorch's native_functions.yaml, such as
//
//	add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
//
// The additional type Operand stands for a tensor or a number. Alias annotations, as in Tensor(a!), may be omitted.
func ParseSchema(text string) (s Schema, err error) {
	head, results, ok := strings.Cut(text, " -> ")
	name, params, open := strings.Cut(head, "(")
	params, closed := strings.CutSuffix(params, ")")
	if !ok || !open || !closed || name == "" {
		return s, fmt.Errorf("%w: %q is not of the form name.overload(type name, ...) -> type", ErrSchema, text)
	}
	s.Name, s.Results = name, 1
	base, _, _ := strings.Cut(name[strings.LastIndex(name, "::")+1:], ".")
	s.InPlace = strings.HasSuffix(base, "_") && !strings.HasSuffix(base, "__")
	if list, ok := strings.CutPrefix(results, "("); ok {
		s.Results = len(fields(strings.TrimSuffix(list, ")")))
	}
	for _, field := range fields(params) {
		if field == "*" {
			continue
		}
		p, err := parseParam(field)
		if err != nil {
			return s, fmt.Errorf("%w: %q: %w", ErrSchema, text, err)
		}
		if slices.ContainsFunc(s.Params, func(q Param) bool { return q.Name == p.Name }) {
			return s, fmt.Errorf("%w: %q has two parameters %s", ErrSchema, text, p.Name)
		}
		s.Params = append(s.Params, p)
	}
	return s, nil
}

func parseParam(field string) (p Param, err error) {
	typ, rest, ok := strings.Cut(field, " ")
	if !ok {
		return p, fmt.Errorf("parameter %q has no name", field)
	}
	p.Name, p.Default, _ = strings.Cut(rest, "=")
	if open := strings.IndexByte(typ, '('); open >= 0 { // an alias annotation
		typ = typ[:open] + typ[strings.IndexByte(typ, ')')+1:]
	}
	typ, p.Optional = strings.CutSuffix(typ, "?")
	if open := strings.IndexByte(typ, '['); open >= 0 { // int[2] is int[] for our purposes
		typ = typ[:open] + "[]"
	}
	if p.Default == "None" {
		p.Default, p.Optional = "", true
	}
	if p.Type, ok = paramTypes[typ]; !ok {
		return p, fmt.Errorf("parameter %s has type %q, which is unknown", p.Name, typ)
	}
	return p, nil
}

// fields splits a list at the commas that are not in brackets.
func fields(list string) (out []string) {
	depth, start := 0, 0
	for i, c := range list + "," {
		switch {
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case c == ',' && depth == 0:
			if f := strings.TrimSpace(list[start:i]); f != "" {
				out = append(out, f)
			}
			start = i + 1
		}
	}
	return out
}
