package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/girih-ir/girih"
)

var pagedExample = example{
	name:    "paged",
	summary: "attention of one row for each head, of keys in pages",
	large:   sizes{"sequences": 64, "heads": 8, "shared": 8, "keys": 4096, "d": 128, "bf16": 0},
	small:   sizes{"sequences": 3, "heads": 2, "shared": 4, "keys": 150, "d": 64, "bf16": 0},
	problem: paged,
}

// pageKeys is the number of keys in a page.
const pageKeys = 64

// paged has sequences of different lengths. The last one has no keys.
func paged(s sizes) (*problem, error) {
	n, heads, shared, keys, d, dtype := s["sequences"], s["heads"], s["shared"], s["keys"], s["d"], floatType(s)
	if n < 1 || heads < 1 || shared < 1 || shared > 16 || d < 8 || d > 256 || d%8 != 0 {
		return nil, fmt.Errorf("d is a multiple of 8 up to 256, at most 16 heads share one, and there is one at least")
	}
	perSequence := max(1, cdiv(keys, pageKeys))
	q, o := random(1, dtype, n, heads, shared, d), result(dtype, n, heads, shared, d)
	k, v := random(2, dtype, n*perSequence, heads, pageKeys, d), random(3, dtype, n*perSequence, heads, pageKeys, d)
	table, lengths := newArray("i32", n, perSequence), newArray("i32", n)
	order := rand.New(rand.NewPCG(4, 4)).Perm(n * perSequence)
	length := func(sequence int) int { return keys - keys*sequence/max(1, n-1) }
	pairs := 0.0
	for i := range n {
		lengths.set(i, float64(length(i)))
		pairs += float64(length(i) * heads * shared)
		for p := range perSequence {
			table.set(i*table.strides[0]+p, float64(order[i*perSequence+p]))
		}
	}
	scale := 1 / math.Sqrt(float64(d))
	return &problem{file: "paged", options: girih.CompileOptions{NumWarps: 4},
		consts: map[string]any{"D": columns(d), "SIZE": d, "T": dtype,
			"FACTS": "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 8, 1>}"},
		steps: []step{{"paged", [3]int{heads, n, 1}, []any{q, k, v, table, lengths, o, float32(scale * math.Log2E)}}},
		work:  4 * pairs * float64(d), wantWork: keys * d, tolerance: tolerances[dtype],
		want: func(_ *array, at []int) (float64, float64) {
			return softmaxMean(length(at[0]), func(key int) (float64, float64) {
				page := int(table.get(at[0], key/pageKeys))
				product, _ := dot(d, func(l int) (float64, float64) {
					return q.get(at[0], at[1], at[2], l), k.get(page, at[1], key%pageKeys, l)
				})
				return product * scale, v.get(page, at[1], key%pageKeys, at[3])
			})
		}}, nil
}
