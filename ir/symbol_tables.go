package ir

// SymbolTables looks up symbols in any number of tables. It indexes each table once, and does not follow later changes.
// The zero value is ready to use.
type SymbolTables struct {
	tables map[*Operation]*symbols
}

// of returns the index of a symbol table.
func (t *SymbolTables) of(table *Operation) *symbols {
	s, ok := t.tables[table]
	if !ok {
		s = newSymbols(table)
		if t.tables == nil {
			t.tables = make(map[*Operation]*symbols)
		}
		t.tables[table] = s
	}
	return s
}

// Path returns the symbols along a reference that is resolved in a symbol table, outermost first; nil if one of them
// does not exist.
func (t *SymbolTables) Path(table *Operation, ref *SymbolRefAttr) []*Operation {
	path := make([]*Operation, 0, len(ref.Path))
	for _, name := range ref.Path {
		if table == nil || !table.HasTrait(SymbolTable) {
			return nil
		}
		if table = t.of(table).Lookup(name); table == nil {
			return nil
		}
		path = append(path, table)
	}
	return path
}

// Resolve returns the operation that a reference in from denotes, or nil.
func (t *SymbolTables) Resolve(from *Operation, ref *SymbolRefAttr) *Operation {
	table := NearestSymbolTable(from)
	if table == nil {
		return nil
	}
	if ref.IsFlat() {
		return t.of(table).Lookup(ref.Root())
	}
	path := t.Path(table, ref)
	if path == nil {
		return nil
	}
	return path[len(path)-1]
}
