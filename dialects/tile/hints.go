package tile

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/ir/enums"
)

// CacheModifier is a cache operator of PTX's ld and st, and EvictionPolicy is an eviction priority. They only affect
// speed.
type (
	CacheModifier  int
	EvictionPolicy int
)

// CacheModifiers and EvictionPolicies are the enumerations of cache operators and eviction priorities.
var (
	CacheModifiers = enums.New[CacheModifier]("cache", "cache operator: ca, cg, cs, cv, wb or wt", 32,
		"ca", "cg", "cs", "cv", "wb", "wt")
	EvictionPolicies = enums.New[EvictionPolicy]("eviction",
		"eviction priority: evict_first, evict_last or no_allocate", 32, "evict_first", "evict_last", "no_allocate")
)

// Attributes of accesses through pointers.
const (
	// CacheName is the cache operator of PTX.
	CacheName = "cache"
	// EvictionName is the eviction priority of the data in caches.
	EvictionName = "eviction"
	// VolatileName makes an access be executed exactly as often as the program says.
	VolatileName = "volatile"
)

var accessHints = []ir.OpAttr{
	{Name: CacheName, Attr: CacheModifiers.Constraint(), Optional: true},
	{Name: EvictionName, Attr: EvictionPolicies.Constraint(), Optional: true},
	{Name: VolatileName, Attr: constraints.Unit, Optional: true},
}

// parseHints reads `cache cg eviction evict_last volatile`, each of which may be missing.
func parseHints(p ir.OpParser, st *ir.OpState) {
	for _, hint := range accessHints {
		switch {
		case !p.TryLiteral(hint.Name):
		case hint.Attr.Unit:
			st.SetInherent(hint.Name, p.Context().Unit())
		default:
			if a := hint.Attr.Parse(p); a != nil {
				st.SetInherent(hint.Name, a)
			}
		}
	}
}

// CacheOperatorsOf returns the cache operators that PTX has for an access. They differ for loads and stores.
func CacheOperatorsOf(access *ir.Operation) []string {
	if access.NumResults() == 0 {
		return []string{"wb", "cg", "cs", "wt"}
	}
	return []string{"ca", "cg", "cs", "cv"}
}

// verifyPointerAccess checks a load or store through pointers.
func verifyPointerAccess(op *ir.Operation) error {
	v, ok := CacheModifiers.Value(op.Inherent(CacheName))
	if allowed := CacheOperatorsOf(op); ok && !slices.Contains(allowed, CacheModifiers.Name(v)) {
		return op.Errorf("cannot have the cache operator %s: PTX only allows %s", CacheModifiers.Name(v),
			strings.Join(allowed, ", "))
	}
	return verifyLoose(op)
}

func printHints(p ir.OpPrinter, op *ir.Operation) {
	for _, hint := range accessHints {
		a := op.Inherent(hint.Name)
		if a == nil {
			continue
		}
		p.Text(" " + hint.Name)
		if !hint.Attr.Unit {
			p.Text(" ")
			hint.Attr.Print(p, a)
		}
	}
}
