package main

import (
	"fmt"
	"math"

	"github.com/girih-ir/girih"
)

var backwardExample = example{
	name:    "backward",
	summary: "the gradients of attention, full or causal",
	large:   sizes{"heads": 4, "rows": 1024, "keys": 1024, "d": 128, "causal": 0, "bf16": 0},
	small:   sizes{"heads": 2, "rows": 129, "keys": 200, "d": 64, "causal": 1, "bf16": 0},
	problem: backward,
}

// gradients are the inputs of the gradients of attention, and functions for weights of pairs and their derivatives.
type gradients struct {
	*heads
	do         *array
	lse, delta *array // by rows: log2 of the sum of weights, and the product of the rows of do and o
}

func newGradients(s sizes) (*gradients, error) {
	all := sizes{"shared": 1, "window": noWindow, "lengths": 0}
	for name, n := range s {
		all[name] = n
	}
	h, err := newHeads(all)
	if err != nil {
		return nil, err
	}
	n, rows := s["heads"], s["rows"]
	return &gradients{heads: h, do: random(4, floatType(s), h.q.shape...), lse: newArray("f32", n, rows),
		delta: newArray("f32", n, rows)}, nil
}

// fill computes lse and delta.
func (g *gradients) fill() {
	for head := range g.q.shape[0] {
		for row := range g.q.shape[1] {
			from, to := g.seen(head, row)
			sum, delta := 0.0, 0.0
			for key := from; key < to; key++ {
				w := math.Exp(g.score(head, row, key))
				sum, delta = sum+w, delta+w*g.upstream(head, row, key)
			}
			if sum > 0 {
				g.lse.set(head*g.lse.strides[0]+row, math.Log2(sum))
				g.delta.set(head*g.delta.strides[0]+row, delta/sum)
			}
		}
	}
}

// upstream returns the product of a row of do and one of v, the derivative of a pair's weight.
func (g *gradients) upstream(head, row, key int) float64 {
	product, _ := dot(g.v.shape[2], func(l int) (float64, float64) {
		return g.do.get(head, row, l), g.v.get(head, key, l)
	})
	return product
}

// pair returns the weight of a pair, the derivative of its score, and the magnitude of the terms of that derivative.
func (g *gradients) pair(head, row, key int) (weight, score, size float64) {
	if from, to := g.seen(head, row); key < from || key >= to {
		return 0, 0, 0
	}
	weight = math.Exp(g.score(head, row, key) - g.lse.get(head, row)*math.Ln2)
	upstream, delta := g.upstream(head, row, key), g.delta.get(head, row)
	return weight, weight * (upstream - delta), weight * (math.Abs(upstream) + math.Abs(delta))
}

// sum adds up n products. Each is the scaled derivative of a score times a number. It also adds up their magnitudes.
func (g *gradients) sum(n int, of func(i int) (score, size, x float64)) (sum, size float64) {
	for i := range n {
		score, one, x := of(i)
		sum += score * g.scale * x
		size += one * g.scale * math.Abs(x)
	}
	return sum, size
}

// derivatives are the output arrays.
type derivatives struct{ dq, dk, dv *array }

// want returns a function for the expected value of an element, and for the magnitude of the terms that it sums up.
func (g *gradients) want(of derivatives, s sizes) func(out *array, at []int) (float64, float64) {
	return func(out *array, at []int) (float64, float64) {
		switch out {
		case of.dq:
			return g.sum(s["keys"], func(key int) (float64, float64, float64) {
				_, score, size := g.pair(at[0], at[1], key)
				return score, size, g.k.get(at[0], key, at[2])
			})
		case of.dk:
			return g.sum(s["rows"], func(row int) (float64, float64, float64) {
				_, score, size := g.pair(at[0], row, at[1])
				return score, size, g.q.get(at[0], row, at[2])
			})
		}
		return dot(s["rows"], func(row int) (float64, float64) {
			weight, _, _ := g.pair(at[0], row, at[1])
			return weight, g.do.get(at[0], row, at[2])
		})
	}
}

// newBackward returns the inputs, the output arrays, and the problem without its launches.
func newBackward(s sizes) (*gradients, derivatives, *problem, error) {
	var of derivatives
	g, err := newGradients(s)
	if err != nil {
		return nil, of, nil, err
	}
	if s["d"] > 128 {
		return nil, of, nil, fmt.Errorf("d is at most 128")
	}
	dtype, d := floatType(s), s["d"]
	of = derivatives{result(dtype, g.q.shape...), result(dtype, g.k.shape...), result(dtype, g.v.shape...)}
	return g, of, &problem{prepare: g.fill, wantWork: (s["rows"] + s["keys"]) * d, tolerance: 2 * tolerances[dtype],
		want: g.want(of, s),
		consts: map[string]any{"D": columns(d), "SIZE": d, "T": dtype,
			"FACTS": "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>}"}}, nil
}

func backward(s sizes) (*problem, error) {
	g, of, p, err := newBackward(s)
	if err != nil {
		return nil, err
	}
	causal, scale, scale2 := int32(s["causal"]), float32(g.scale), float32(g.scale*math.Log2E)
	// With an additional warp, threads would have too few registers for two sums of 128 columns.
	p.file, p.options = "backward", girih.CompileOptions{NumWarps: 8, NoProducerWarp: columns(s["d"]) > 64}
	p.work = 14 * g.pairs() * float64(s["d"])
	p.steps = []step{
		{"keys", [3]int{cdiv(s["keys"], 128), s["heads"], 1},
			[]any{g.q, g.k, g.v, g.do, g.lse, g.delta, of.dk, of.dv, causal, scale, scale2}},
		{"rows", [3]int{cdiv(s["rows"], 128), s["heads"], 1},
			[]any{g.q, g.k, g.v, g.do, g.lse, g.delta, of.dq, causal, scale, scale2}}}
	return p, nil
}

var gradientsExample = example{
	name:    "gradients",
	summary: "the gradients of attention in one kernel, which adds to that of q atomically",
	large:   sizes{"heads": 4, "rows": 1024, "keys": 1024, "d": 128, "causal": 0, "bf16": 0},
	small:   sizes{"heads": 2, "rows": 129, "keys": 200, "d": 64, "causal": 1, "bf16": 0},
	problem: gradientsAtOnce,
}

func gradientsAtOnce(s sizes) (*problem, error) {
	g, of, p, err := newBackward(s)
	if err != nil {
		return nil, err
	}
	causal, scale, scale2 := int32(s["causal"]), float32(g.scale), float32(g.scale*math.Log2E)
	added := newArray("f32", g.q.shape...)
	rows := 128 // of a tile, as many as the registers have room for
	if columns(s["d"]) > 64 {
		rows = 64
	}
	p.consts["ROWS"] = rows
	p.consts["WIDEFACTS"] = "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 4, 1>}"
	p.consts["ROWFACTS"] = "{tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}"
	// With tiles of 128 rows, threads would have too few registers beside an additional warp.
	p.file, p.options = "gradients", girih.CompileOptions{NumWarps: 8, NoProducerWarp: rows == 128, Turns: "never",
		Persistent: "never"}
	p.work = 10 * g.pairs() * float64(s["d"])
	p.steps = []step{
		{"gradients", [3]int{cdiv(s["keys"], 128), s["heads"], 1},
			[]any{g.q, g.k, g.v, g.do, g.lse, g.delta, of.dk, of.dv, added, causal, scale, scale2}},
		{"finish", [3]int{cdiv(s["rows"], rows), s["heads"], 1}, []any{added, of.dq, scale}}}
	return p, nil
}
