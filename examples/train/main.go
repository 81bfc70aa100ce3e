// Command train trains a small transformer without Python: the graph, which was traced in PyTorch, has the forward and
// backward computation and AdamW. The data are sequences of tokens of which each follows from the one before; the loss
// falls while the model learns the rule:
//
//	go run ./examples/train -steps 300
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/examples/internal/models"
)

func main() {
	log.SetFlags(0)
	graph := flag.String("graph", "benchmarks/torch/graphs/gpt_train_small.json.gz", "`file` with the graph of a step")
	steps := flag.Int("steps", 300, "`number` of steps")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *graph, *steps); err != nil {
		log.Fatal(err)
	}
}

// Sizes of the graph: sequences, their tokens, and different tokens.
const sequences, length, vocabulary = 2, 12, 97

// batches are seen again and again.
const batches = 4

// run trains and prints the loss of each step, with a bar.
func run(ctx context.Context, w io.Writer, graph string, steps int) error {
	m, err := models.Load(ctx, graph)
	if err != nil {
		return err
	}
	state, err := start(m)
	if err != nil {
		return err
	}
	for step := range steps {
		args, err := batch(m, step)
		if err != nil {
			return err
		}
		results, err := m.Run(ctx, append(state, args...))
		if err != nil {
			return err
		}
		loss := results[0].Floats()[0]
		state = results[1:]
		if _, err := fmt.Fprintf(w, "%4d %7.4f %s\n", step+1, loss, strings.Repeat("#", int(12*loss))); err != nil {
			return err
		}
	}
	return nil
}

// start returns weights, and their first and second moments, which are zero.
func start(m *models.Model) (state []*tensors.Tensor, err error) {
	for k, name := range m.Names[:max(0, len(m.Names)-3)] {
		x, err := m.Zeros(k)
		if name != "" {
			x, err = m.Weight(k)
		}
		if err != nil {
			return nil, err
		}
		state = append(state, x)
	}
	if n := len(m.Names); n < 3 || m.Names[n-1] != "" || len(m.Shape(n-1)) != 0 {
		return nil, fmt.Errorf("expected a step of training, whose arguments are weights, moments, tokens, those that " +
			"follow, and the number of the step")
	}
	return state, nil
}

// batch returns sequences, which begin anywhere and go on by three times the last token and one, what follows each
// token, and the number of the step.
func batch(m *models.Model, step int) (args []*tensors.Tensor, err error) {
	ids, next := make([]int64, sequences*length), make([]int64, sequences*length)
	for i := range ids {
		if i%length == 0 {
			ids[i] = int64((step%batches*31 + i*7) % vocabulary)
		} else {
			ids[i] = next[i-1]
		}
		next[i] = (3*ids[i] + 1) % vocabulary
	}
	count, err := tensors.Of(m.Context.F32(), []float32{float32(step + 1)})
	for _, data := range [][]int64{ids, next} {
		x, wrong := m.Ints(data, sequences, length)
		if wrong != nil {
			return nil, wrong
		}
		args = append(args, x)
	}
	return append(args, count), err
}
