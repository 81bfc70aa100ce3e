// Command train trains a small transformer without Python. The graph was traced in PyTorch and contains only the model:
// the pass torch-gradient adds the gradients, and the optimizer is AdamW. The data are sequences of tokens in which
// each token follows from the one before. The loss falls while the model learns this rule:
//
//	go run ./examples/train -steps 300 -svg loss.svg
//
// Start reading at run. step.go has the program of a step, and plot.go draws the losses.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.graph, "graph", "benchmarks/torch/graphs/gpt_small.json.gz", "`file` with the graph of the model")
	flag.IntVar(&o.steps, "steps", 300, "`number` of steps")
	flag.BoolVar(&o.checkpoint, "checkpoint", false, "compute the model twice instead of keeping its values")
	svg := flag.String("svg", "", "`file` to draw the loss in")
	flag.Parse()
	if err := train(context.Background(), os.Stdout, o, *svg); err != nil {
		log.Fatal(err)
	}
}

// options are the options of the training.
type options struct {
	graph      string
	steps      int
	checkpoint bool
}

// train prints the loss of each step with a bar, and draws all losses to a file.
func train(ctx context.Context, w io.Writer, o options, svg string) error {
	losses, err := run(ctx, o, batch, func(step int, loss float64) error {
		_, err := fmt.Fprintf(w, "%4d %7.4f %s\n", step+1, loss, strings.Repeat("#", bar(loss)))
		return err
	})
	if err != nil || svg == "" {
		return err
	}
	return os.WriteFile(svg, []byte(plot(losses)), 0o644)
}

// bar returns the length of the bar for a loss. The loss may be NaN.
func bar(loss float64) int {
	if !(loss > 0) {
		return 0
	}
	return int(min(12*loss, 100))
}

// run trains on batches and returns the losses. A batch is two sequences and the tokens that follow each of their
// tokens. run also reports each loss when it is known.
func run(ctx context.Context, o options, batch func(step int) (ids, next []int64), tell func(step int,
	loss float64) error) (
	losses []float64, err error) {
	t, err := load(ctx, o)
	if err != nil {
		return nil, err
	}
	for step := range o.steps {
		ids, next := batch(step)
		loss, err := t.step(ctx, step+1, ids, next)
		if err == nil {
			err = tell(step, loss)
		}
		if err != nil {
			return nil, err
		}
		losses = append(losses, loss)
	}
	return losses, nil
}

// batches is the number of batches. The training repeats them.
const batches = 4

// batch returns sequences. They begin with any token; each next token is three times the one before, plus one.
func batch(step int) (ids, next []int64) {
	ids, next = make([]int64, sequences*length), make([]int64, sequences*length)
	for i := range ids {
		if i%length == 0 {
			ids[i] = int64((step%batches*31 + i*7) % vocabulary)
		} else {
			ids[i] = next[i-1]
		}
		next[i] = (3*ids[i] + 1) % vocabulary
	}
	return ids, next
}
