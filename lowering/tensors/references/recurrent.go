package references

import (
	"slices"

	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// recurrent are networks that compute a state for each step from the one before it. All steps are built, so that their
// number must be known.
var recurrent = aten(map[string]Reference{
	"lstm.input": func(c *Call) []Tensor {
		initial := c.List("hx")
		if len(initial) != 2 {
			Fail("expected 2 initial states, but got %d", len(initial))
		}
		out := c.recurrent(initial, func(x, h Tensor, state []Tensor) []Tensor {
			gates := x.Add(h).chunks(4) // input, forget, cell, output
			cell := gates[1].Sigmoid().Mul(state[1]).Add(gates[0].Sigmoid().Mul(gates[2].TanH()))
			return []Tensor{gates[3].Sigmoid().Mul(cell.TanH()), cell}
		})
		for i := range out[1:] { // torch.export gives the last states a dimension of size 1 that eager PyTorch does not
			if t, ok := c.Operation.Result(i + 1).Type().(*ir.TensorType); ok && len(t.Shape()) == 4 {
				out[i+1] = out[i+1].Unsqueeze(1)
			}
		}
		return out
	},
	"gru.input": func(c *Call) []Tensor {
		return c.recurrent([]Tensor{c.T("hx")}, func(x, h Tensor, state []Tensor) []Tensor {
			of, old := x.chunks(3), h.chunks(3) // reset, update, new
			reset, update := of[0].Add(old[0]).Sigmoid(), of[1].Add(old[1]).Sigmoid()
			next := of[2].Add(reset.Mul(old[2])).TanH()
			return []Tensor{state[0].Sub(next).Mul(update).Add(next)}
		})
	},
	"rnn_tanh.input": func(c *Call) []Tensor {
		return c.recurrent([]Tensor{c.T("hx")}, func(x, h Tensor, _ []Tensor) []Tensor { return []Tensor{x.Add(h).TanH()} })
	},
	"rnn_relu.input": func(c *Call) []Tensor {
		return c.recurrent([]Tensor{c.T("hx")}, func(x, h Tensor, _ []Tensor) []Tensor {
			return []Tensor{x.Add(h).Clamp(0, nil)}
		})
	},
})

// cell computes the next state from products of the input and of the hidden state, which is the first part of a state,
// with weights.
type cell func(x, h Tensor, state []Tensor) []Tensor

// chunks divides the last dimension into n equal parts.
func (x Tensor) chunks(n int64) []Tensor {
	return x.split(-1, slices.Repeat([]int64{x.known(-1) / n}, int(n)))
}

// recurrent runs the layers of a network. It returns the hidden states of all steps of the last layer, and the last
// states of all layers. Initial states have one matrix for each layer and direction.
func (c *Call) recurrent(initial []Tensor, next cell) []Tensor {
	x, params, each, directions := c.T("input"), c.List("params"), 2, 1
	if c.Bool("has_biases") {
		each = 4
	}
	if c.Bool("bidirectional") {
		directions = 2
	}
	layers := int(c.Int("num_layers"))
	if layers < 1 || len(params) != layers*directions*each {
		Fail("expected %d weights and biases for %d layers, but got %d; projections have no reference",
			layers*directions*each, layers, len(params))
	}
	if x.Rank() != 3 {
		Fail("expected an input of 3 dimensions: steps, batch, and features, but it has %d", x.Rank())
	}
	if c.Bool("batch_first") {
		x = x.Transpose(0, 1)
	}
	for _, s := range initial {
		want := []int64{int64(layers * directions), x.shape()[1], params[1].shape()[params[1].axis(-1)]}
		if !prim.Compatible(s.shape(), want) {
			Fail("expected initial states of size %s, but got %s", prim.ShapeString(want), prim.ShapeString(s.shape()))
		}
	}
	ends := make([][]Tensor, len(initial))
	for layer := range layers {
		var sides []Tensor
		for d := range directions {
			at := layer*directions + d
			state := make([]Tensor, len(initial))
			for i, s := range initial {
				state[i] = s.Select(0, int64(at))
			}
			y, state := x.steps(params[each*at:][:each], state, d == 1, next)
			sides = append(sides, y)
			for i, s := range state {
				ends[i] = append(ends[i], s.Unsqueeze(0))
			}
		}
		if x = Cat(-1, sides...); layer < layers-1 {
			x, _ = c.dropped(x, c.Float("dropout"), c.Bool("train"))
		}
	}
	if c.Bool("batch_first") {
		x = x.Transpose(0, 1)
	}
	out := []Tensor{x}
	for _, list := range ends {
		out = append(out, Cat(0, list...))
	}
	return out
}

// steps runs one layer in one direction. It returns the hidden states of all steps, and the last state.
func (x Tensor) steps(params, state []Tensor, back bool, next cell) (Tensor, []Tensor) {
	n := x.known(0)
	if n == 0 {
		Fail("expected at least one step, but there are none")
	}
	product, hidden := x.linear(params[0], params[2:min(3, len(params))]...), make([]Tensor, n)
	for k := range n {
		if back {
			k = n - 1 - k
		}
		h := state[0].linear(params[1], params[min(3, len(params)):]...)
		state = next(product.Select(0, k), h, state)
		hidden[k] = state[0].Unsqueeze(0)
	}
	return Cat(0, hidden...), state
}
