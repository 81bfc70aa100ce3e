package ir

// SymbolUse is a reference to a symbol in an attribute of an operation.
type SymbolUse struct {
	User *Operation
	Ref  *SymbolRefAttr
}

// VisitSymbolUses calls yield for every reference to a symbol in the attributes of op and, unless op is a symbol table
// itself, of the operations in its regions, until yield returns false. References inside nested symbol tables are left
// out, since they belong to another scope. The result reports whether all uses are known. They are not if there is an
// operation of an unknown dialect with a region, which may be a symbol table.
func VisitSymbolUses(op *Operation, yield func(SymbolUse) bool) (known bool) {
	v := symbolVisitor{yield: yield}
	v.operation(op)
	return !v.unknown
}

// VisitSymbolUsesIn is [VisitSymbolUses] for the operations in a region.
func VisitSymbolUsesIn(r *Region, yield func(SymbolUse) bool) (known bool) {
	v := symbolVisitor{yield: yield}
	v.region(r)
	return !v.unknown
}

type symbolVisitor struct {
	yield   func(SymbolUse) bool
	unknown bool
}

// operation visits op and what is inside. It returns false to stop.
func (v *symbolVisitor) operation(op *Operation) bool {
	if op.info.Dialect == nil && op.NumRegions() == 1 {
		v.unknown = true
		return false
	}
	if p := op.Properties(); p != nil && !v.attribute(op, p) || op.attrs != nil && !v.attribute(op, op.attrs) {
		return false
	}
	if op.HasTrait(SymbolTable) {
		return true
	}
	for i := range op.NumRegions() {
		if !v.region(op.Region(i)) {
			return false
		}
	}
	return true
}

func (v *symbolVisitor) region(r *Region) bool {
	for b := r.first; b != nil; b = b.next {
		for op := b.first; op != nil; op = op.next {
			if !v.operation(op) {
				return false
			}
		}
	}
	return true
}

func (v *symbolVisitor) attribute(user *Operation, a Attribute) bool {
	switch a := a.(type) {
	case *SymbolRefAttr:
		return v.yield(SymbolUse{user, a})
	case *DictAttr:
		for i := range a.Entries {
			if !v.attribute(user, a.Entries[i].Value) {
				return false
			}
		}
	case *ArrayAttr:
		for _, e := range a.Elems {
			if !v.attribute(user, e) {
				return false
			}
		}
	}
	return true
}

// IsPrivateSymbol reports whether op is a symbol that only its own symbol table may refer to.
func IsPrivateSymbol(op *Operation) bool { return symbolVisibility(op) == "private" }

// IsPublicSymbol reports whether op is a symbol that anyone may refer to.
func IsPublicSymbol(op *Operation) bool {
	v := symbolVisibility(op)
	return v == "" || v == "public"
}

func symbolVisibility(op *Operation) string {
	if s, ok := op.Attr(SymbolVisibility).(*StringAttr); ok {
		return s.Value
	}
	return ""
}

// IsSymbol reports whether op is a symbol: its definition has the trait [Symbol], or [OptionalSymbol] and it has a
// name.
func IsSymbol(op *Operation) bool {
	return op.HasTrait(Symbol) && (!op.HasTrait(OptionalSymbol) || SymbolNameOf(op) != "")
}
