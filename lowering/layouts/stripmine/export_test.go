package stripmine

import "github.com/girih-ir/girih/dialects/tile"

// DivideAll divides everything that can be divided, into strips of two elements.
func DivideAll(kernel tile.Kernel) {
	divideWithin(kernel, limits{threads: 1, elements: 2, instructions: 1 << 30, strip: 2, least: 1, shared: 1 << 40,
		product: 1})
}
