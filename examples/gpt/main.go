// Command gpt runs a transformer that was exported from PyTorch, without Python. It reads the graph of one step, which
// has a cache of keys and values, and lowers its operators to primitives. Then it continues a few tokens, on the CPU or
// on another device. Weights come from a safetensors file. Without a file they are generated from a seed, so that the
// tokens have no meaning:
//
//	go run ./examples/gpt -tokens 3,1,4,1,5
//	go run ./examples/gpt -graph benchmarks/torch/graphs/gpt_step.json.gz    # of GPT-2's size: 124 million weights
//	go run ./examples/gpt -device simulator       # runs the kernels that a GPU would run; with cuda:0, the GPU
//	go run ./examples/gpt -weights gpt.safetensors    # by their names in PyTorch, as export.py calls them
//
// Start reading at run. It is based on package lowering/importtorch.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/kernel/models"
)

func main() {
	log.SetFlags(0)
	graph := flag.String("graph", "benchmarks/torch/graphs/gpt_step_small.json.gz", "`file` with the graph of a step")
	tokens := flag.String("tokens", "3,1,4,1,5", "`numbers` of the first tokens, with commas")
	n := flag.Int("n", 10, "`number` of tokens to add")
	weights := flag.String("weights", "", "safetensors `file` of the weights (default: made from a seed)")
	device := flag.String("device", "cpu", "`name` of what computes: cpu, cuda:0, or simulator")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, files{*graph, *weights}, *tokens, *n, *device); err != nil {
		log.Fatal(err)
	}
}

// files are the files of a model. If there is no file of weights, they are generated.
type files struct{ graph, weights string }

// run continues the tokens by n more and prints all.
func run(ctx context.Context, w io.Writer, f files, tokens string, n int, device string) (err error) {
	m, err := load(ctx, f, device)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	ids, err := numbers(tokens, m.vocabulary)
	if err != nil {
		return err
	}
	if n < 0 || len(ids)+n > m.length {
		return fmt.Errorf("the model sees %d tokens at most, but got %d and -n=%d", m.length, len(ids), n)
	}
	start, all := time.Now(), len(ids)+n
	for i := 0; len(ids) < all; i++ {
		logits, err := m.step(ctx, ids[i], i)
		if err != nil {
			return err
		}
		if i == len(ids)-1 {
			ids = append(ids, best(logits))
		}
	}
	_, err = fmt.Fprintln(w, strings.Trim(fmt.Sprint(ids), "[]"))
	log.Printf("%v for a token", (time.Since(start) / time.Duration(max(1, len(ids)-1))).Round(time.Microsecond))
	return err
}

// model is a step of a transformer with its weights and caches.
type model struct {
	*torchmodels.Model
	args               []*tensors.Tensor // weights, then the token, its position, and caches
	remote             *remote           // nil on the CPU
	inputs             int               // index of the token among args
	vocabulary, length int
}

// load reads a graph and its weights, and makes empty caches.
func load(ctx context.Context, f files, device string) (*model, error) {
	target := "gpu"
	if device == "cpu" {
		target = "cpu"
	}
	graph, err := torchmodels.LoadFor(ctx, target, f.graph)
	if err != nil {
		return nil, err
	}
	m := &model{Model: graph, args: make([]*tensors.Tensor, len(graph.Names)), inputs: slices.Index(graph.Names, "")}
	if f.weights != "" {
		content, err := os.ReadFile(f.weights)
		if err != nil {
			return nil, err
		}
		if m.args, err = models.Weights(m.Function, content); err != nil {
			return nil, fmt.Errorf("%s: %w", f.weights, err)
		}
	}
	for k, name := range m.Names {
		switch {
		case strings.HasSuffix(name, "tokens.weight"):
			m.vocabulary = m.Shape(k)[0]
		case strings.HasSuffix(name, "positions.weight"):
			m.length = m.Shape(k)[0]
		}
		switch {
		case m.args[k] != nil:
		case name != "":
			m.args[k], err = m.Weight(k)
		case k >= m.inputs+2:
			m.args[k], err = m.Zeros(k)
		}
		if err != nil {
			return nil, err
		}
	}
	if m.inputs < 0 || m.inputs+2 > len(m.Names) || m.vocabulary == 0 || m.length == 0 {
		return nil, fmt.Errorf("%s: expected a step of a transformer, whose arguments are weights (tokens.weight, "+
			"positions.weight, ...), a token, its position, and caches", f.graph)
	}
	if device != "cpu" {
		m.remote, err = newRemote(device, m)
	}
	return m, err
}

// step computes the logits of the token after one at a position. It stores that token's key and value in the caches.
func (m *model) step(ctx context.Context, id int64, position int) ([]float64, error) {
	token, err := m.Ints([]int64{id}, 1, 1)
	if err != nil {
		return nil, err
	}
	at, err := m.Ints([]int64{int64(position)}, 1)
	if err != nil {
		return nil, err
	}
	m.args[m.inputs], m.args[m.inputs+1] = token, at
	if m.remote != nil {
		return m.remote.step(ctx, m)
	}
	results, err := m.Run(ctx, m.args)
	if err != nil {
		return nil, err
	}
	copy(m.args[m.inputs+2:], results[1:])
	return results[0].Floats(), nil
}

// best returns the token with the greatest logit.
func best(logits []float64) (id int64) {
	for i, x := range logits {
		if x > logits[id] {
			id = int64(i)
		}
	}
	return id
}

// numbers reads token numbers.
func numbers(text string, vocabulary int) (ids []int64, err error) {
	for _, field := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(field), 10, 64)
		if err != nil || id < 0 || id >= int64(vocabulary) {
			return nil, fmt.Errorf("a token is from 0 to %d, but got %q", vocabulary-1, field)
		}
		ids = append(ids, id)
	}
	return ids, nil
}
