// Command gpu checks compiled kernels on an NVIDIA GPU. It compiles tile programs with every installed compiler and
// launches them, at sizes that are multiples of a block and at sizes that are not. It compares the results with a
// float64 reference, and records the greatest errors together with the device, the driver and the compilers.
//
// With -prepare it only compiles, with the compilers of a machine that does not need a GPU. On the machine with the
// GPU, -prepared then runs these kernels as well as those that this machine compiles itself:
//
//	CGO_ENABLED=0 go build -o .build/gpu/check ./benchmarks/gpu
//	.build/gpu/check -prepare .build/gpu/ptx
//	.build/gpu/check -prepared .build/gpu/ptx -commit $(git rev-parse HEAD) -o record   # on the GPU's machine
//
// It checks results, not speed. The kernels are in kernels/; two of them are also examples.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	prepare := flag.String("prepare", "", "only compile, into this directory")
	prepared := flag.String("prepared", "", "use the PTX in this directory too")
	target := flag.String("target", "sm_90", "GPU architecture")
	commit := flag.String("commit", "", "commit that the record names")
	output := flag.String("o", "", "write the record to this file, as .json and .md")
	flag.Parse()
	var err error
	if *prepare != "" {
		err = prepareAll(context.Background(), *prepare, *target)
	} else {
		err = check(context.Background(), *prepared, *target, *commit, *output)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

// check runs everything and writes the record. It fails if a result is wrong.
func check(ctx context.Context, prepared, target, commit, output string) error {
	images, err := compileAll(ctx, target)
	if err != nil {
		return err
	}
	if prepared != "" {
		more, err := readPrepared(prepared)
		if err != nil {
			return err
		}
		images = append(images, more...)
	}
	if len(images) == 0 {
		return fmt.Errorf("nothing to run: no compiler on this machine, and no -prepared directory")
	}
	g, err := openGPU()
	if err != nil {
		return err
	}
	defer g.close()
	r := g.newRecord(commit, target)
	for _, image := range images {
		result, err := g.run(image)
		if err != nil {
			result = []Result{{Kernel: image.Kernel, Compiler: image.Compiler, Warps: image.Warps, Error: err.Error()}}
		}
		r.Results = append(r.Results, result...)
	}
	fmt.Print(r.markdown())
	if err := r.write(output); err != nil {
		return err
	}
	return r.failure()
}
