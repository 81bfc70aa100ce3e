// Command kernels compiles the kernels in this folder, runs them, and prints their speed. It compares elements of the
// results with values computed in float64:
//
//	go run ./examples/kernels -kernel matmul -set m=4096,n=4096,k=4096
//	go run ./examples/kernels -kernel attention -set heads=64,keys=4096,causal=1
//	go run ./examples/kernels -list
//
// Each kernel is a file of tile text; two are also functions in Go (package gokernels). The Go file of the same name
// defines the arguments of the kernel, the number of programs and the expected result. problem.go compiles and runs it.
// Without a GPU, or with -cpu, the simulator runs the threads at the small sizes that -list shows. On an H100 or H200,
// libNVVM or llc 22 compiles the kernels together with ptxas.
package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/cuda"
)

//go:embed *.mlir
var texts embed.FS

// example makes a problem for given sizes.
type example struct {
	name    string
	summary string
	large   sizes // for a GPU; the small ones are for the simulator
	small   sizes
	problem func(s sizes) (*problem, error)
}

// sizes are the numbers that define a problem, by name.
type sizes map[string]int

var examples = []example{matmulExample, persistentExample, unalignedExample, batchedExample, groupedExample,
	int8Example, fp8Example, tf32Example, splitKExample, skinnyExample, mlpExample, attentionExample, backwardExample,
	gradientsExample, pagedExample, matmulGoExample, attentionGoExample}

func main() {
	name := flag.String("kernel", "matmul", "name of the kernel, as -list has it; all runs each")
	set := flag.String("set", "", "sizes, as in m=4096,n=4096")
	cpu := flag.Bool("cpu", false, "run the threads on the simulator, at small sizes")
	save := flag.String("save", "", "folder for code and how to launch it, which other programs measure: nothing is run")
	list := flag.Bool("list", false, "list the kernels and their sizes")
	flag.Parse()
	if *list {
		for _, e := range examples {
			fmt.Printf("%-12s %s\n%12s on a GPU %s, on the simulator %s\n", e.name, e.summary, "", e.large, e.small)
		}
		return
	}
	var err error
	if *save != "" {
		err = saveAll(context.Background(), *name, *set, *save)
	} else {
		err = run(context.Background(), *name, *set, *cpu)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// run runs the problems of one kernel, or of all.
func run(ctx context.Context, name, set string, cpu bool) error {
	var gpu *cuda.Context
	if !cpu {
		var err error
		if gpu, err = cuda.OpenContext(0); err != nil {
			fmt.Println("no GPU, so the simulator runs the threads:", err)
		} else {
			defer gpu.Close()
		}
	}
	found := false
	for _, e := range examples {
		if e.name != name && name != "all" {
			continue
		}
		found = true
		s := e.small
		if gpu != nil {
			s = e.large
		}
		s, err := s.with(set)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		p, err := e.problem(s)
		if err == nil {
			err = p.solve(ctx, gpu, fmt.Sprintf("%s %s", e.name, s))
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", e.name, s, err)
		}
	}
	if !found {
		return fmt.Errorf("no kernel is named %q: -list shows them", name)
	}
	return nil
}

// String lists the sizes by name.
func (s sizes) String() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		list = append(list, fmt.Sprintf("%s=%d", name, s[name]))
	}
	return strings.Join(list, ",")
}

// with returns the sizes with some of them set, as in "m=4096,n=4096".
func (s sizes) with(set string) (sizes, error) {
	out := maps.Clone(s)
	for _, one := range strings.FieldsFunc(set, func(r rune) bool { return r == ',' }) {
		name, text, _ := strings.Cut(one, "=")
		n, err := strconv.Atoi(text)
		if _, known := s[name]; !known || err != nil || n < 0 {
			return nil, errors.Join(fmt.Errorf("%q sets no size: they are %s, and at least 0", one, s), err)
		}
		out[name] = n
	}
	return out, nil
}
