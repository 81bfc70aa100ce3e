package torch

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// alike returns the schemas of operators that have the same signature.
func alike(signature string, names ...string) (schemas []string) {
	for _, n := range names {
		schemas = append(schemas, n+signature)
	}
	return schemas
}

// inPlace returns the schemas of the forms of operators that change self, such as add_.Tensor for add.Tensor.
func inPlace(names ...string) (schemas []string) {
	for _, n := range names {
		base, overload, _ := strings.Cut(n, ".")
		schemas = append(schemas, strings.TrimSuffix(base+"_."+overload, ".")+signatureOf(n))
	}
	return schemas
}

// withOut returns the schemas of outs: those of the operators with an additional argument out.
func withOut() (schemas []string) {
	for _, o := range outs {
		separator := ", *, "
		if strings.Contains(signatureOf(o[1]), "*,") {
			separator = ", "
		}
		schemas = append(schemas, o[0]+strings.Replace(signatureOf(o[1]), ") ->", separator+"Tensor out) ->", 1))
	}
	return schemas
}

// InPlaceOf returns the functional form of an operator that changes self: torch.aten.add.Tensor for
// torch.aten.add_.Tensor.
func InPlaceOf(name string) (functional string, ok bool) {
	base, overload, more := strings.Cut(strings.TrimPrefix(name, "torch.aten."), ".")
	if !strings.HasPrefix(name, "torch.aten.") || !strings.HasSuffix(base, "_") {
		return "", false
	}
	functional = "torch.aten." + strings.TrimSuffix(base, "_")
	if more {
		functional += "." + overload
	}
	return functional, true
}

// OutOf returns the functional form of an operator with an argument out: torch.aten.add.Tensor for torch.aten.add.out.
func OutOf(name string) (functional string, ok bool) {
	for _, o := range outs {
		if name == "torch.aten."+o[0] {
			return "torch.aten." + o[1], true
		}
	}
	return "", false
}

// Changed returns the operand that an operator changes: self, or out for the overloads "out" and "..._out". It returns
// nil if the operator changes none.
func Changed(op *ir.Operation) *ir.Value {
	s, ok := SchemaOf(op)
	switch {
	case !ok:
	case s.InPlace:
		return Call{op, s}.Tensor(s.Params[0].Name)
	case s.Has("out") && strings.HasSuffix("_"+s.overload(), "_out"):
		return Call{op, s}.Tensor("out")
	}
	return nil
}
