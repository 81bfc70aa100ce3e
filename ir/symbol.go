package ir

// SymbolName is the inherent attribute that names a symbol, SymbolVisibility the one that restricts who may refer to
// it.
const (
	SymbolName       = "sym_name"
	SymbolVisibility = "sym_visibility"
)

// SymbolNameOf returns the name under which op is a symbol, or "".
func SymbolNameOf(op *Operation) string {
	if s, ok := op.Attr(SymbolName).(*StringAttr); ok {
		return s.Value
	}
	return ""
}

// LookupSymbol returns the operation that a symbol table's region holds under a name, or nil. It scans the region; use
// [SymbolTables] for many look-ups.
func LookupSymbol(table *Operation, name string) *Operation {
	if table.NumRegions() == 0 {
		return nil
	}
	for b := range table.Region(0).Blocks() {
		for op := range b.Ops() {
			if SymbolNameOf(op) == name {
				return op
			}
		}
	}
	return nil
}

// NearestSymbolTable returns op, or the closest operation around it, that is a symbol table; nil if there is none. It
// also returns nil if it meets an operation of an unknown dialect with a region, since that may be a symbol table.
func NearestSymbolTable(op *Operation) *Operation {
	for ; op != nil; op = op.Parent() {
		if op.HasTrait(SymbolTable) {
			return op
		}
		if op.info.Dialect == nil && op.NumRegions() == 1 {
			return nil
		}
	}
	return nil
}

// ResolveSymbol returns the operation that a reference in from denotes, or nil.
func ResolveSymbol(from *Operation, ref *SymbolRefAttr) *Operation {
	table := NearestSymbolTable(from)
	if table == nil {
		return nil
	}
	op := LookupSymbol(table, ref.Root())
	for _, name := range ref.Path[1:] {
		if op == nil || !op.HasTrait(SymbolTable) {
			return nil
		}
		op = LookupSymbol(op, name)
	}
	return op
}

// symbols is an index of a symbol table operation's symbols. It does not follow later changes.
type symbols struct {
	table *Operation
	names map[string]*Operation
}

// newSymbols indexes the symbols of a symbol table operation.
func newSymbols(table *Operation) *symbols {
	size := 0
	if table.NumRegions() > 0 && !table.Region(0).IsEmpty() {
		size = table.Region(0).first.NumOps()
	}
	s := &symbols{table: table, names: make(map[string]*Operation, size)}
	if table.NumRegions() > 0 {
		for b := range table.Region(0).Blocks() {
			for op := range b.Ops() {
				if name := SymbolNameOf(op); name != "" {
					s.names[name] = op
				}
			}
		}
	}
	return s
}

// Lookup returns the operation of a name, or nil.
func (s *symbols) Lookup(name string) *Operation { return s.names[name] }
