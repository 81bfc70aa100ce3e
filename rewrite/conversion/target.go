package conversion

import "github.com/girih-ir/girih/ir"

// Legality says whether an operation may stay.
type Legality uint8

const (
	// Unknown operations may stay in a partial conversion, if no pattern turns them into legal ones.
	Unknown Legality = iota
	// Legal operations stay.
	Legal
	// Illegal operations must be converted.
	Illegal
)

// Target says which operations are legal. An entry for an operation overrides the entry for its dialect. Complete it
// before the first conversion; then goroutines may share it.
type Target struct {
	ops       map[string]*rule
	dialects  map[string]*rule
	otherwise func(op *ir.Operation) Legality
}

type rule struct {
	legality  Legality
	dynamic   func(op *ir.Operation) bool // decides if it is not nil; otherwise legality does
	recursive bool                        // a legal operation makes everything in its regions legal
}

// NewTarget returns a target without entries.
func NewTarget() *Target {
	return &Target{ops: make(map[string]*rule), dialects: make(map[string]*rule)}
}

// LegalDialects makes all operations of dialects legal.
func (t *Target) LegalDialects(names ...string) { t.setDialects(Legal, nil, names) }

// IllegalDialects makes all operations of dialects illegal.
func (t *Target) IllegalDialects(names ...string) { t.setDialects(Illegal, nil, names) }

// DynamicDialects makes an operation of these dialects legal if legal returns true for it, and illegal otherwise.
func (t *Target) DynamicDialects(legal func(op *ir.Operation) bool, names ...string) {
	t.setDialects(Unknown, legal, names)
}

func (t *Target) setDialects(l Legality, dynamic func(*ir.Operation) bool, names []string) {
	for _, name := range names {
		t.dialects[name] = &rule{legality: l, dynamic: dynamic}
	}
}

// LegalOps makes operations legal.
func (t *Target) LegalOps(defs ...*ir.OpDef) { t.setOps(Legal, nil, defs) }

// IllegalOps makes operations illegal.
func (t *Target) IllegalOps(defs ...*ir.OpDef) { t.setOps(Illegal, nil, defs) }

// DynamicOps makes an operation legal if legal returns true for it, and illegal otherwise.
func (t *Target) DynamicOps(legal func(op *ir.Operation) bool, defs ...*ir.OpDef) {
	t.setOps(Unknown, legal, defs)
}

func (t *Target) setOps(l Legality, dynamic func(*ir.Operation) bool, defs []*ir.OpDef) {
	for _, def := range defs {
		t.ops[def.Name] = &rule{legality: l, dynamic: dynamic}
	}
}

// RecursivelyLegalOps makes operations legal together with everything in their regions.
func (t *Target) RecursivelyLegalOps(defs ...*ir.OpDef) {
	for _, def := range defs {
		t.ops[def.Name] = &rule{legality: Legal, recursive: true}
	}
}

// Otherwise decides about operations that have no entry, and whose dialect has none. Without it their legality is
// [Unknown].
func (t *Target) Otherwise(f func(op *ir.Operation) Legality) { t.otherwise = f }

func (t *Target) ruleOf(info *ir.OpInfo) *rule {
	if r := t.ops[info.Name]; r != nil {
		return r
	}
	return t.dialects[info.DialectName()]
}

func (t *Target) decide(op *ir.Operation, r *rule) (l Legality, recursive bool) {
	switch {
	case r == nil && t.otherwise == nil:
		return Unknown, false
	case r == nil:
		return t.otherwise(op), false
	case r.dynamic == nil:
		return r.legality, r.recursive
	case r.dynamic(op):
		return Legal, r.recursive
	}
	return Illegal, false
}
