package function

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// Type returns the function type of a function-like operation, or nil if it has none.
func Type(op *ir.Operation) *ir.FunctionType {
	if a, ok := op.Inherent(TypeAttr).(*ir.TypeAttr); ok {
		if t, ok := a.Value.(*ir.FunctionType); ok {
			return t
		}
	}
	return nil
}

// Verify checks attributes of arguments and results, and that the entry block has the arguments of the function type.
func Verify(op *ir.Operation) error {
	t := Type(op)
	return VerifySignature(op, t.Inputs, t.Results)
}

// VerifySignature is [Verify] for a function whose type is not an [ir.FunctionType].
func VerifySignature(op *ir.Operation, inputs, results []ir.Type) error {
	if err := verifyDicts(op, ArgAttrs, "argument", inputs); err != nil {
		return err
	}
	if err := verifyDicts(op, ResultAttrs, "result", results); err != nil {
		return err
	}
	return verifyEntry(op, inputs)
}

// verifyEntry checks that the entry block of region 0, if there is one, has arguments of the given types.
func verifyEntry(op *ir.Operation, inputs []ir.Type) error {
	entry := op.Region(0).Entry()
	if entry == nil {
		return nil
	}
	if entry.NumArgs() != len(inputs) {
		return op.Errorf("entry block must have %d arguments to match function signature", len(inputs))
	}
	for i, in := range inputs {
		if t := entry.Arg(i).Type(); t != in {
			return op.Errorf("type of entry block argument #%d(%s) must match the type of the corresponding argument "+
				"in function signature(%s)", i, ir.Quote(t), ir.Quote(in))
		}
	}
	return nil
}

// verifyDicts checks an array of one dictionary per argument or result, with names of dialects only.
func verifyDicts(op *ir.Operation, name, noun string, types []ir.Type) error {
	list, ok := op.Inherent(name).(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	if len(list.Elems) != len(types) {
		return op.Errorf("expects %s attribute array to have the same number of elements as the number of function "+
			"%ss, got %d, but expected %d", noun, noun, len(list.Elems), len(types))
	}
	for i, e := range list.Elems {
		d, ok := e.(*ir.DictAttr)
		if !ok {
			return op.Errorf("expects %s attribute dictionary to be a DictionaryAttr, but got `%s`", noun, e)
		}
		for _, a := range d.Entries {
			prefix, _, dotted := strings.Cut(a.Name, ".")
			if !dotted {
				return op.Errorf("%ss may only have dialect attributes", noun)
			}
			if d := op.Context().Dialect(prefix); d != nil && d.VerifyParamAttr != nil {
				if err := d.VerifyParamAttr(op, types[i], name == ResultAttrs, a); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
