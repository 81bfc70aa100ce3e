// Command train trains a small transformer without Python. The graph, which was traced in PyTorch, has only the model:
// the gradients are torch-gradient's, and the optimizer is AdamW. The data are sequences of tokens of which each
// follows from the one before; the loss falls while the model learns the rule:
//
//	go run ./examples/train -steps 300 -svg loss.svg
//
// Start at run; step.go has the program of a step, and plot.go draws.
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

// options are how a model is trained.
type options struct {
	graph      string
	steps      int
	checkpoint bool
}

// train prints the loss of each step, with a bar, and draws all in a file.
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

// bar is how long the bar of a loss is, which may be no number.
func bar(loss float64) int {
	if !(loss > 0) {
		return 0
	}
	return int(min(12*loss, 100))
}

// run trains on batches, each two sequences and what follows their tokens, and returns the losses. It tells each.
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

// batches are seen again and again.
const batches = 4

// batch returns sequences, which begin anywhere and go on by three times the last token and one.
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
