package dataflow

import "github.com/girih-ir/girih/ir"

// inflows are the live flows, by their target.
type inflows struct {
	blocks map[*ir.Block][]*control
	ops    map[*ir.Operation][]*control
}

// findInflows lists the starting points of the live flows.
func (s *Solver) findInflows() *inflows {
	in := &inflows{blocks: make(map[*ir.Block][]*control), ops: make(map[*ir.Operation][]*control)}
	for _, c := range s.controls[1:] {
		for i := range c.flows {
			if f := &c.flows[i]; f.Block != nil {
				in.blocks[f.Block] = append(in.blocks[f.Block], c)
			} else {
				in.ops[f.Op] = append(in.ops[f.Op], c)
			}
		}
	}
	return in
}

// liveBlocks returns the blocks that control may reach; the blocks inside an operation come after the block that
// contains it.
func (s *Solver) liveBlocks() []*ir.Block {
	var out []*ir.Block
	for i, b := range s.numbering.blocks {
		if s.blockLive[i] {
			out = append(out, b)
		}
	}
	return out
}
