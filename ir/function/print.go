package function

import "github.com/girih-ir/girih/ir"

// Print writes the text that [Parse] reads. It leaves out attributes that are named in elided or that the signature
// shows.
func Print(p ir.OpPrinter, op *ir.Operation) {
	printVisibility(p, op)
	printRest(p, op)
}

// printVisibility writes a space, then the visibility keyword and another space if there is one.
func printVisibility(p ir.OpPrinter, op *ir.Operation) {
	p.Text(" ")
	if v, ok := op.Inherent(ir.SymbolVisibility).(*ir.StringAttr); ok {
		p.Text(v.Value)
		p.Text(" ")
	}
}

// printRest writes the text that parseRest reads.
func printRest(p ir.OpPrinter, op *ir.Operation, elided ...string) {
	p.Symbol(ir.SymbolNameOf(op))
	PrintSignature(p, op, Type(op), false)
	elided = append(elided, ir.SymbolName, ir.SymbolVisibility, TypeAttr, ArgAttrs, ResultAttrs)
	p.AttrDictWithKeyword(op, elided...)
	if body := op.Region(0); !body.IsEmpty() {
		p.Text(" ")
		p.Region(body, false, true)
	}
}

// PrintSignature writes the arguments, with their names if the function has a body, and the results. The operation's
// region 0 is its body.
func PrintSignature(p ir.OpPrinter, op *ir.Operation, t *ir.FunctionType, variadic bool) {
	args, results := dicts(op, ArgAttrs), dicts(op, ResultAttrs)
	body := op.Region(0)
	p.Text("(")
	for i, in := range t.Inputs {
		if i > 0 {
			p.Text(", ")
		}
		if !body.IsEmpty() {
			p.Argument(body.Entry().Arg(i), at(args, i))
			continue
		}
		p.Type(in)
		p.Dict(at(args, i))
	}
	if variadic {
		if len(t.Inputs) > 0 {
			p.Text(", ")
		}
		p.Text("...")
	}
	p.Text(")")
	printResults(p, t.Results, results)
}

func printResults(p ir.OpPrinter, types []ir.Type, attrs []ir.Attribute) {
	if len(types) == 0 {
		return
	}
	_, higherOrder := types[0].(*ir.FunctionType)
	parens := len(types) > 1 || higherOrder || at(attrs, 0).Len() > 0
	p.Text(" -> ")
	if parens {
		p.Text("(")
	}
	for i, t := range types {
		if i > 0 {
			p.Text(", ")
		}
		p.Type(t)
		p.Dict(at(attrs, i))
	}
	if parens {
		p.Text(")")
	}
}

func dicts(op *ir.Operation, name string) []ir.Attribute {
	if list, ok := op.Inherent(name).(*ir.ArrayAttr); ok {
		return list.Elems
	}
	return nil
}

// at returns dictionary i of a list, or nil where there is none.
func at(list []ir.Attribute, i int) *ir.DictAttr {
	if i >= len(list) {
		return nil
	}
	d, _ := list[i].(*ir.DictAttr)
	return d
}
