package torch

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// Call is a use of an operator. Methods return arguments by the names of the schema's parameters.
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

// Tensor returns an argument that is a tensor; nil if it is absent or a number. Tensors returns a list of tensors.
func (c Call) Tensor(name string) *ir.Value {
	if v := c.values(name); len(v) > 0 {
		return v[0]
	}
	return nil
}

func (c Call) Tensors(name string) []*ir.Value { return c.values(name) }

// Places returns the indices of the tensors in a list whose other elements are absent.
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

// Number returns a number as a bool, int64, float64 or complex128; nil if it is absent and has no default.
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

// Int, Float and Bool return arguments of these types; 0 or false if they are absent and have no default.
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

// String returns an argument that is a string, or "" if it is absent and has no default.
func (c Call) String(name string) string {
	if s, ok := c.Operation.Inherent(name).(*ir.StringAttr); ok {
		return s.Value
	}
	return strings.Trim(c.Schema.Params[c.mustParam(name)].Default, `"'`)
}

// Dtype returns an argument that is an element type, or nil if it is absent.
func (c Call) Dtype(name string) ir.Type {
	if t, ok := c.Operation.Inherent(name).(*ir.TypeAttr); ok {
		return t.Value
	}
	return nil
}

// Ints returns a list of integers. An element is [ir.Dynamic] if it is a value of type index; Sizes returns these
// values. Both return nil if the list is absent and has no default.
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
