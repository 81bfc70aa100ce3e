package text

import "github.com/girih-ir/girih/ir"

// users appends the comment that lists the users of an operation's results. For an operation without results it appends
// the number under which such comments list the operation.
func (p *printer) users(op *ir.Operation) {
	switch {
	case p.collect != nil:
	case op.NumResults() == 0:
		if op.NumOperands() > 0 {
			p.Text(" // id: ")
			p.user(op)
		}
	case isUnused(op):
		p.Text(" // unused")
	default:
		p.Text(" // user")
		if usesInMany(op) {
			p.Text("s")
		}
		p.Text(": ")
		for i, v := range op.Results() {
			if i > 0 {
				p.Text(", ")
			}
			if op.NumResults() > 1 {
				p.Text("(")
			}
			p.usersOf(v)
			if op.NumResults() > 1 {
				p.Text(")")
			}
		}
	}
}

func isUnused(op *ir.Operation) bool {
	for _, v := range op.Results() {
		if v.HasUses() {
			return false
		}
	}
	return true
}

// usesInMany reports whether there are several results, users, or results of the user, as mlir-opt counts them.
func usesInMany(op *ir.Operation) bool {
	if op.NumResults() > 1 {
		return true
	}
	var only *ir.Operation
	for u := range op.Result(0).Uses() {
		if user := u.Owner(); user.NumResults() > 1 || only != nil && user != only {
			return true
		}
		only = u.Owner()
	}
	return false
}

// argumentUsers appends a line for each argument of a block.
func (p *printer) argumentUsers(b *ir.Block) {
	for _, a := range b.Args() {
		p.pad()
		p.Text("// ")
		p.Operand(a)
		if a.HasUses() {
			p.Text(" is used by ")
			p.usersOf(a)
		} else {
			p.Text(" is unused")
		}
		p.Text("\n")
	}
}

// usersOf lists the users of a value, each once.
func (p *printer) usersOf(v *ir.Value) {
	if !v.HasUses() {
		p.Text("unused")
		return
	}
	seen := make(map[*ir.Operation]bool)
	for u := range v.Uses() {
		user := u.Owner()
		if seen[user] {
			continue
		}
		if len(seen) > 0 {
			p.Text(", ")
		}
		seen[user] = true
		p.user(user)
	}
}

// user appends the results of an operation, or its number if it has none.
func (p *printer) user(op *ir.Operation) {
	if op.NumResults() == 0 {
		p.Text("%")
		p.Int(int64(p.names.opNumbers[op]))
	}
	for i, v := range op.Results() {
		if i > 0 {
			p.Text(", ")
		}
		p.Operand(v)
	}
}
