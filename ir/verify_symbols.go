package ir

// SymbolUser is the interface of operations whose attributes refer to symbols. They are checked after everything inside
// the symbol table has been verified.
type SymbolUser interface {
	VerifySymbolUses(op *Operation, lookup func(ref *SymbolRefAttr) *Operation) error
}

// verifyAfterRegions checks the rules that need verified regions: terminators, symbols and the definition's own region
// checks. users are the operations inside that use symbols of op. index is the index of op's symbols, if it has any.
func verifyAfterRegions(op *Operation, users []*Operation, index *symbolIndex) error {
	def := op.info.Def
	if def.ImplicitTerminator != "" && op.info.traits&SingleBlock != 0 {
		if err := verifyImplicitTerminator(op, def.ImplicitTerminator); err != nil {
			return err
		}
	}
	if op.info.traits&SymbolTable != 0 {
		if err := verifySymbolTable(op, users, index); err != nil {
			return err
		}
	}
	if def.VerifyRegions != nil {
		return def.VerifyRegions(op)
	}
	return nil
}

func verifyImplicitTerminator(op *Operation, want string) error {
	for i := range op.NumRegions() {
		r := op.Region(i)
		if r.IsEmpty() || r.first.last.info.Name == want {
			continue
		}
		return op.Errorf("expects regions to end with '%s', found '%s'", want, r.first.last.Name()).
			Note(op.Loc(), "in custom textual format, the absence of terminator implies '%s'", want)
	}
	return nil
}

// verifySymbol checks an operation that is a symbol.
func verifySymbol(op *Operation, t Trait) error {
	name := op.Attr(SymbolName)
	if name == nil && t&OptionalSymbol != 0 {
		return nil
	}
	if _, ok := name.(*StringAttr); !ok {
		return op.Errorf("requires string attribute '%s'", SymbolName)
	}
	visibility := "public"
	if a := op.Attr(SymbolVisibility); a != nil {
		s, ok := a.(*StringAttr)
		if !ok {
			return op.Errorf("requires visibility attribute '%s' to be a string attribute, but got %s", SymbolVisibility, a)
		}
		visibility = s.Value
		if visibility != "public" && visibility != "private" && visibility != "nested" {
			return op.Errorf("visibility expected to be one of [\"public\", \"private\", \"nested\"], but got %s", a)
		}
	}
	if t&DeclarationIfEmpty != 0 && visibility == "public" && op.Region(0).IsEmpty() {
		return op.Errorf("symbol declaration cannot have public visibility")
	}
	if op.NumResults() != 0 {
		return op.Errorf("symbols must not have results")
	}
	if p := op.Parent(); p != nil && p.info.Def != nil && p.info.traits&SymbolTable == 0 {
		return op.Errorf("symbol's parent must have the SymbolTable trait")
	}
	return nil
}

// symbolIndex is what the verifier needs to know about the names in a symbol table. It can be built while the
// operations with these names are verified.
type symbolIndex struct {
	table        *Operation
	symbols      *symbols    // nil before build, and for operations that are not symbol tables
	redefinition *Diagnostic // of the first name that occurs twice
}

// build fills the index, once.
func (x *symbolIndex) build() {
	if x.symbols != nil || x.table.info.traits&SymbolTable == 0 || x.table.NumRegions() != 1 ||
		!x.table.Region(0).HasOneBlock() {
		return
	}
	body := x.table.Region(0).first
	names := make(map[string]*Operation, body.NumOps())
	x.symbols = &symbols{table: x.table, names: names}
	for op := body.first; op != nil; op = op.next {
		name, ok := op.Attr(SymbolName).(*StringAttr)
		if !ok {
			continue
		}
		if first := names[name.Value]; first != nil {
			x.redefinition = op.at("redefinition of symbol named '%s'", name.Value).
				Note(first.Loc(), "see existing symbol definition here")
			return
		}
		names[name.Value] = op
	}
}

// verifySymbolTable checks that the symbols of a table have different names, and the operations that refer to them.
func verifySymbolTable(table *Operation, users []*Operation, index *symbolIndex) error {
	if table.NumRegions() != 1 {
		return table.Errorf("Operations with a 'SymbolTable' must have exactly one region")
	}
	if !table.Region(0).HasOneBlock() {
		return table.Errorf("Operations with a 'SymbolTable' must have exactly one block")
	}
	index.build()
	if index.redefinition != nil {
		return index.redefinition
	}
	lookup := index.symbols.resolve
	for _, op := range users {
		visible := lookup
		if NearestSymbolTable(op) != table {
			visible = noSymbol
		}
		if err := op.info.plan.symbolUser.VerifySymbolUses(op, visible); err != nil {
			return err
		}
	}
	return nil
}

// noSymbol is the look-up for an operation without a symbol table around it.
func noSymbol(*SymbolRefAttr) *Operation { return nil }

func (s *symbols) resolve(ref *SymbolRefAttr) *Operation {
	op := s.names[ref.Root()]
	for _, name := range ref.Path[1:] {
		if op == nil || !op.HasTrait(SymbolTable) {
			return nil
		}
		op = LookupSymbol(op, name)
	}
	return op
}
