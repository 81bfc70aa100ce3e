// Command fused runs models and fused graphs of operators on a GPU. It compares exported models with the outputs that
// PyTorch recorded. It compares a few graphs with the CPU executor at small sizes; then it prints how long they take at
// large sizes, as a line of JSON each. compare.py runs the same graphs in PyTorch, eager and compiled. It makes a table
// of both and compares the results at large sizes:
//
//	go run ./benchmarks/torch/fused -graphs benchmarks/torch/graphs -results /tmp/results > girih.json
//	python3 benchmarks/torch/fused/compare.py girih.json --results=/tmp/results
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"github.com/girih-ir/girih/kernel/models"
)

func main() {
	log.SetFlags(0)
	name := flag.String("device", "cuda:0", "`name` of the device: cuda:0, or simulator, which is not measured")
	graphs := flag.String("graphs", "benchmarks/torch/graphs", "`folder` of exported graphs; empty to skip models")
	only := flag.String("only", "", "run the graph or the model of this `name` alone, or all models if it is models")
	explain := flag.Bool("explain", false, "print the steps of each graph on standard error")
	large := flag.Bool("large", true, "also run models of usual size")
	cold := flag.Bool("cold", false, "do not run graphs at small sizes, so that the first compilation is the measured one")
	results := flag.String("results", "", "write the results of graphs to this `folder`, for compare.py")
	turns := flag.Bool("turns", false, "measure a graph at large sizes again for each line of input, for turns.py")
	flag.Parse()
	o := outputs{folder: *results, cold: *cold}
	if *turns {
		o.turns = os.Stdin
	}
	if *explain {
		o.steps = os.Stderr
	}
	if err := run(context.Background(), *name, *graphs, *only, o, *large); err != nil {
		log.Fatal(err)
	}
}

// names returns the names of graphs and of models of usual size.
func names() (list []string) {
	for _, g := range graphList {
		list = append(list, g.name)
	}
	for _, m := range usualModels {
		list = append(list, m.name)
	}
	return list
}

func known(only string) bool { return only == "" || only == "models" || slices.Contains(names(), only) }

func run(ctx context.Context, name, graphs, only string, o outputs, large bool) error {
	if !known(only) {
		return fmt.Errorf("-only %q names no graph and no model; expected models or one of:\n  %s", only,
			strings.Join(names(), "\n  "))
	}
	if i := slices.Index(names(), only); graphs == "" && (only == "models" || i >= len(graphList)) {
		return fmt.Errorf("-only %q is an exported model: give their folder with -graphs", only)
	}
	device, err := models.Open(name)
	if err != nil {
		return err
	}
	r := report{lines: json.NewEncoder(os.Stdout)}
	alone := only == "" || only == "models"
	for _, m := range recordedModels {
		if graphs != "" && alone {
			line, err := m.check(ctx, device, graphs)
			r.add(m.name, line, err)
		}
	}
	for _, g := range graphList {
		if only == "" || only == g.name {
			line, err := g.run(ctx, device, o)
			r.add(g.name, line, err)
		}
	}
	for _, m := range usualModels {
		if large && graphs != "" && (alone || only == m.name) {
			line, err := m.measure(ctx, device, graphs, o)
			r.add(m.name, line, err)
		}
	}
	if r.failed {
		os.Exit(1)
	}
	return device.Close()
}

// report prints a line of JSON for each graph or model that ran, and remembers whether another one failed.
type report struct {
	lines  *json.Encoder
	failed bool
}

func (r *report) add(what string, line any, err error) {
	if err == nil {
		err = r.lines.Encode(line)
	}
	if err != nil {
		log.Printf("%s: %v", what, err)
		r.failed = true
	}
}
