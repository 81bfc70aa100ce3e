package constraints

import (
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// SizedRegion declares a region of exactly n blocks.
func SizedRegion(name string, n int) ir.RegionDef {
	return ir.RegionDef{Name: name, Summary: fmt.Sprintf("region with %d blocks", n),
		Check: func(r *ir.Region) bool { return countUpTo(r, n+1) == n }}
}

// MaxSizedRegion declares a region of at most n blocks.
func MaxSizedRegion(name string, n int) ir.RegionDef {
	return ir.RegionDef{Name: name, Summary: fmt.Sprintf("region with at most %d blocks", n),
		Check: func(r *ir.Region) bool { return countUpTo(r, n+1) <= n }}
}

func countUpTo(r *ir.Region, limit int) (n int) {
	for b := r.Entry(); b != nil && n < limit; b = b.Next() {
		n++
	}
	return n
}
