package ir

// SymbolUser is the interface of operations whose attributes refer to symbols; it is checked when everything inside
// the symbol table is known to be well-formed.
type SymbolUser interface {
	VerifySymbolUses(op *Operation, lookup func(ref *SymbolRefAttr) *Operation) error
}

// afterRegions checks what needs verified regions: symbols and the definition's own region checks.
func (v *verifier) afterRegions(op *Operation, def *OpDef) error {
	if op.info.traits&SymbolTable != 0 {
		if err := verifySymbolTable(op); err != nil {
			return err
		}
	}
	if def.VerifyRegions != nil {
		return def.VerifyRegions(op)
	}
	return nil
}

func verifySymbolTable(table *Operation) error {
	if table.NumRegions() != 1 {
		return table.Errorf("Operations with a 'SymbolTable' must have exactly one region")
	}
	if !table.Region(0).HasOneBlock() {
		return table.Errorf("Operations with a 'SymbolTable' must have exactly one block")
	}
	seen := make(map[string]*Operation)
	for op := range table.Region(0).Entry().Ops() {
		name, ok := op.Attr(SymbolName).(*StringAttr)
		if !ok {
			continue
		}
		if first := seen[name.Value]; first != nil {
			return Errorf(op.Loc(), "redefinition of symbol named '%s'", name.Value).
				Note(first.Loc(), "see existing symbol definition here")
		}
		seen[name.Value] = op
	}
	return verifySymbolUses(table)
}

// verifySymbolUses checks the references of operations in the table's region, short of nested symbol tables, which
// check their own.
func verifySymbolUses(table *Operation) (err error) {
	index := &Symbols{}
	table.Walk(func(op *Operation) bool {
		if err != nil {
			return false
		}
		if user, ok := InterfaceOf[SymbolUser](op); ok {
			if index.names == nil {
				index = NewSymbolTable(table)
			}
			err = user.VerifySymbolUses(op, func(ref *SymbolRefAttr) *Operation { return index.resolve(ref) })
		}
		return err == nil && (op == table || !op.HasTrait(SymbolTable))
	})
	return err
}

func (s *Symbols) resolve(ref *SymbolRefAttr) *Operation {
	op := s.names[ref.Root()]
	for _, name := range ref.Path[1:] {
		if op == nil || !op.HasTrait(SymbolTable) {
			return nil
		}
		op = LookupSymbol(op, name)
	}
	return op
}
