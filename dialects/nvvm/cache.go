package nvvm

import (
	"slices"
	"strings"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Attributes of llvm.load and llvm.store that say how caches treat the data (PTX ISA, "ld", "st", "Cache Operators" and
// "Cache Eviction Priority Hints"). They change no result. Upstream does not have these attributes; its tools keep
// them.
const (
	// CacheOperator is a cache operator, such as "cg".
	CacheOperator = "nvvm.cache_operator"
	// EvictionPriority says when the data leaves the caches, such as "evict_first".
	EvictionPriority = "nvvm.eviction_priority"
)

// evictionPriorities are the eviction priorities of the L1 cache.
var evictionPriorities = []string{"evict_first", "evict_last", "evict_unchanged", "no_allocate"}

// cacheOperatorsOf returns the cache operators that operations of a definition can have. It returns none if the
// operation is neither a load nor a store.
func cacheOperatorsOf(def *ir.OpDef) []string {
	switch def {
	case &llvm.Load:
		return []string{"ca", "cg", "cs", "cv"}
	case &llvm.Store:
		return []string{"wb", "cg", "cs", "wt"}
	}
	return nil
}

// CacheHints returns the cache operator and the eviction priority of a load or store; each is "" if it is not set.
func CacheHints(op *ir.Operation) (operator, eviction string) {
	if s, ok := op.Attr(CacheOperator).(*ir.StringAttr); ok {
		operator = s.Value
	}
	if s, ok := op.Attr(EvictionPriority).(*ir.StringAttr); ok {
		eviction = s.Value
	}
	return operator, eviction
}

// verifyCacheHint checks a cache operator or an eviction priority.
func verifyCacheHint(op *ir.Operation, attr ir.NamedAttr) error {
	allowed := cacheOperatorsOf(op.Def())
	if allowed == nil {
		return ir.Errorf(op.Loc(), "'\"%s\"' attribute attached to unexpected op", attr.Name)
	}
	if attr.Name == EvictionPriority {
		allowed = evictionPriorities
	}
	if s, ok := attr.Value.(*ir.StringAttr); !ok || !slices.Contains(allowed, s.Value) {
		return ir.Errorf(op.Loc(), "'\"%s\"' attribute must be one of \"%s\", but is %s", attr.Name,
			strings.Join(allowed, "\", \""), attr.Value)
	}
	return nil
}
