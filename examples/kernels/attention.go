package main

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/kernel/tune"
)

// goRows is the number of rows that a program of Attention in Go computes.
const goRows = 128

// longRows is a number of rows with which causal programs that follow each other take less time, by 5 per cent on an
// H200. With four times as many they take 2 per cent more.
const longRows = 4096

// noWindow is the size of a window that contains all keys.
const noWindow = 1 << 30

var attentionExample = example{
	name:    "attention",
	summary: "softmax(q k^T / sqrt(d)) v, of heads of rows: full, causal, in a window, of various lengths",
	large: sizes{"heads": 64, "shared": 1, "rows": 4096, "keys": 4096, "d": 128, "causal": 0, "window": noWindow,
		"lengths": 0, "bf16": 0, "tilerows": goRows, "tilekeys": 0, "warps": 8, "rotate": 0, "producer": 1, "turns": 0},
	small: sizes{"heads": 2, "shared": 2, "rows": 129, "keys": 200, "d": 64, "causal": 1, "window": noWindow,
		"lengths": 0, "bf16": 0, "tilerows": goRows, "tilekeys": 0, "warps": 8, "rotate": 0, "producer": 1, "turns": 0},
	problem: attention,
}

// heads are the inputs of attention.
type heads struct {
	q, k, v *array
	lengths *array // number of keys of each head of k
	shared  int    // heads of q per head of k
	scale   float64
	seen    func(head, row int) (from, to int) // the keys that a row sees
}

// newHeads makes random heads of the given sizes. The size lengths shortens head h of k by h times lengths keys.
func newHeads(s sizes) (*heads, error) {
	n, shared, rows, keys, d := s["heads"], s["shared"], s["rows"], s["keys"], s["d"]
	if n < 1 || shared < 1 || n%shared != 0 || rows < 1 || keys < 1 || d < 8 || d > 256 || d%8 != 0 {
		return nil, fmt.Errorf("d is a multiple of 8 up to 256, other sizes are at least 1, and shared divides heads")
	}
	dtype := floatType(s)
	h := &heads{q: random(1, dtype, n, rows, d), k: random(2, dtype, n/shared, keys, d),
		v: random(3, dtype, n/shared, keys, d), lengths: newArray("i32", n/shared), shared: shared,
		scale: 1 / math.Sqrt(float64(d))}
	for i := range n / shared {
		h.lengths.set(i, float64(max(0, keys-i*s["lengths"])))
	}
	h.seen = func(head, row int) (from, to int) {
		length := int(h.lengths.get(head / shared))
		if s["causal"] == 0 {
			return 0, length
		}
		end := row + 1 + length - rows
		return max(0, end-s["window"]), min(length, end)
	}
	return h, nil
}

// score returns the scaled product of a row and a key.
func (h *heads) score(head, row, key int) float64 {
	product, _ := dot(h.q.shape[2], func(l int) (float64, float64) {
		return h.q.get(head, row, l), h.k.get(head/h.shared, key, l)
	})
	return product * h.scale
}

// pairs returns the number of pairs of a row and a key that it sees.
func (h *heads) pairs() (n float64) {
	for head := range h.q.shape[0] {
		for row := range h.q.shape[1] {
			from, to := h.seen(head, row)
			n += float64(max(0, to-from))
		}
	}
	return n
}

// columns returns the number of columns of tiles that hold d elements: a power of two, at least 64.
func columns(d int) int { return max(64, 1<<bits.Len(uint(d-1))) }

func attention(s sizes) (*problem, error) {
	h, err := newHeads(s)
	if err != nil {
		return nil, err
	}
	d, dtype, window := s["d"], floatType(s), s["window"]
	if s["turns"] > 2 || s["rotate"] > 2 {
		return nil, fmt.Errorf("turns, and rotate, are 0 (auto), 1 (always) or 2 (never)")
	}
	fixed := fixedBy(s, map[string]string{tune.Warps: "warps", "ROWS": "tilerows", "KEYS": "tilekeys"})
	if s["causal"] == 0 {
		window = noWindow
	}
	o := result(dtype, h.q.shape...)
	// With narrower heads, two blocks on a multiprocessor have the same effect as a rotated loop, with fewer registers.
	rotate := s["rotate"] == 1 || s["rotate"] == 0 && columns(d) > 64
	// Programs of unequal length are better balanced if blocks do not get them in advance. If they are long, this matters
	// more than that tiles of the next one are copied while one ends. Wider heads were not measured.
	persistent := "auto"
	if s["causal"] != 0 && s["rows"] > longRows || columns(d) > 128 {
		persistent = "never"
	}
	options := girih.CompileOptions{NumWarps: 8, RotateProducts: rotate, Persistent: persistent,
		NoProducerWarp: s["producer"] == 0, Turns: []string{"auto", "always", "never"}[s["turns"]]}
	return &problem{file: "attention", options: options,
		consts: map[string]any{"D": columns(d), "SIZE": d, "T": dtype},
		names:  []string{"q", "k", "v", "o", "lengths", "group", "causal", "window", "scale"}, fixed: fixed,
		steps: []step{{"attention", [3]int{cdiv(s["rows"], goRows), s["heads"], 1}, []any{h.q, h.k, h.v, o, h.lengths,
			int32(h.shared), int32(s["causal"]), int32(window), float32(h.scale * math.Log2E)}}},
		work: 4 * h.pairs() * float64(d), wantWork: s["keys"] * d, tolerance: tolerances[dtype],
		want: func(_ *array, at []int) (float64, float64) {
			from, to := h.seen(at[0], at[1])
			return softmaxMean(to-from, func(key int) (float64, float64) {
				return h.score(at[0], at[1], from+key), h.v.get(at[0]/h.shared, from+key, at[2])
			})
		}}, nil
}

// softmaxMean returns the mean of n values with the softmax of their scores as weights, and the same mean of their
// magnitudes.
func softmaxMean(n int, of func(i int) (score, value float64)) (mean, size float64) {
	if n <= 0 {
		return 0, 0
	}
	most := math.Inf(-1)
	scores, values := make([]float64, n), make([]float64, n)
	for i := range n {
		scores[i], values[i] = of(i)
		most = max(most, scores[i])
	}
	total := 0.0
	for i := range n {
		w := math.Exp(scores[i] - most)
		total, mean, size = total+w, mean+w*values[i], size+w*math.Abs(values[i])
	}
	return mean / total, size / total
}
