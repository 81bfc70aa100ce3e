package sharedmem

import "github.com/girih-ir/girih/internal/analysis/tilesize"

// smaller returns tile sizes for which the buffers fit into limit bytes, or nil if there are none.
func smaller(buffers []*Buffer, alive relation, limit int64) []tilesize.Smaller {
	needs := make([]*tilesize.Need, len(buffers))
	copies := make([]*Buffer, len(buffers))
	index := make(map[*Buffer]int)
	for i, b := range buffers {
		copied := *b
		needs[i], copies[i] = &tilesize.Need{Amount: b.Bytes, Tile: b.Tile, Terms: b.Terms}, &copied
		index[&copied] = i
	}
	return tilesize.Search(needs, func(amounts []int64) (full []int) {
		for i, c := range copies {
			c.Bytes = amounts[i]
		}
		if total := assign(copies, alive); total > limit {
			for _, b := range fullest(copies, alive, total) {
				full = append(full, index[b])
			}
		}
		return full
	})
}
