package uniformity

import (
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/ir"
)

// Cycles returns a function that returns, for a block, the headers of the cycles around it that threads do not leave in
// different iterations, the innermost first, and a function that reports whether a block is in the cycle of a header.
func (in *Info) Cycles(b *ir.Block, s gpu.Scope) (headers []*ir.Block) {
	for _, g := range in.graphs {
		if n, ok := g.number[b]; ok {
			for c := g.inner[n]; c != nil; c = c.parent {
				if g.left[c].uniform(s) {
					headers = append(headers, g.blocks[c.header])
				}
			}
		}
	}
	return headers
}
