// Command speed compiles Triton's IR for the measurements of run.py, which starts it: for every NAME.ttir of a directory,
// with its number of warps in NAME.about, it writes NAME.cubin (NAME.ptx where no ptxas is installed) and NAME.json, with
// the manifest and the time that each step took, or with the error.
//
//	go run ./benchmarks/speed -in ir -o ir/girih
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/pass"
)

func main() {
	in := flag.String("in", "", "directory of the IR")
	out := flag.String("o", "", "directory to write")
	target := flag.String("target", "sm_90", "GPU architecture")
	llc := flag.Int("llc", 0, "major version of the llc to use, rather than the best compiler at hand")
	repeat := flag.Int("repeat", 5, "how often the steps to LLVM IR are timed")
	flag.Parse()
	if err := run(context.Background(), *in, *out, *target, *llc, *repeat); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// result is NAME.json.
type result struct {
	Manifest *manifest.Manifest `json:"manifest,omitempty"`
	Compiler string             `json:"compiler,omitempty"`
	// Times are in microseconds, by step: reading, each pass, printing LLVM IR, and the external compilers.
	Times map[string]float64 `json:"times,omitempty"`
	// LLVMIR is the sum of the steps to LLVM IR, of the fastest repetition.
	LLVMIR    float64          `json:"llvm_ir_microseconds,omitempty"`
	Resources *nvptx.Resources `json:"resources,omitempty"`
	Error     string           `json:"error,omitempty"`
}

func run(ctx context.Context, in, out, target string, llc, repeat int) error {
	t, err := nvptx.ParseTarget(target)
	if err != nil {
		return err
	}
	var compiler nvptx.Compiler
	if llc != 0 {
		compiler, err = nvptx.FindLLC(ctx, llc)
	} else {
		compiler, err = nvptx.FindCompiler(ctx, t)
	}
	if err != nil {
		return err
	}
	assembler, err := nvptx.FindPTXAS(ctx)
	if err != nil {
		fmt.Println("without ptxas:", err)
	}
	names, err := filepath.Glob(filepath.Join(in, "*.ttir"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	c := &job{target: t, compiler: compiler, assembler: assembler, in: in, out: out}
	programs := make([]*compiled, len(names))
	for i, name := range names { // one after the other, since they are timed
		programs[i] = c.lower(ctx, strings.TrimSuffix(filepath.Base(name), ".ttir"), repeat)
	}
	failed := c.compileAll(ctx, programs)
	fmt.Printf("%d of %d compiled for %s by %s\n", len(names)-failed, len(names), t, compiler.Name())
	return nil
}

type job struct {
	target    nvptx.Target
	compiler  nvptx.Compiler
	assembler *nvptx.PTXAS
	in, out   string
}

// compiled is a program on its way.
type compiled struct {
	name    string
	program *girih.Program
	result  result
}

// lower compiles to LLVM IR, several times to time it.
func (j *job) lower(ctx context.Context, name string, repeat int) *compiled {
	c := &compiled{name: name}
	source, err := os.ReadFile(filepath.Join(j.in, name+".ttir"))
	if err == nil {
		err = c.lower(ctx, source, j.warps(name), j.target.SM, repeat)
	}
	if err != nil {
		c.result = result{Error: err.Error()}
	}
	return c
}

// warps reads the number of warps that Triton was asked for.
func (j *job) warps(name string) int {
	about := struct {
		Warps int `json:"num_warps"`
	}{Warps: 4}
	if data, err := os.ReadFile(filepath.Join(j.in, name+".about")); err == nil {
		_ = json.Unmarshal(data, &about)
	}
	return about.Warps
}

func (c *compiled) lower(ctx context.Context, source []byte, warps, sm, repeat int) error {
	for range max(1, repeat) {
		times, total := map[string]float64{}, 0.0
		clock := time.Now()
		lap := func(step string) {
			now := time.Now()
			times[step] += float64(now.Sub(clock).Nanoseconds()) / 1000
			total += float64(now.Sub(clock).Nanoseconds()) / 1000
			clock = now
		}
		m, err := girih.Parse(c.name, source)
		if err != nil {
			return err
		}
		lap("read")
		if err := importtt.Convert(m.Operation()); err != nil {
			return err
		}
		lap("convert-tt-to-tile")
		c.program, err = m.Compile(ctx, girih.CompileOptions{NumWarps: warps, SM: sm, Observers: []pass.Observer{
			func(e *pass.Event) func(error) {
				lap("verify")
				return func(error) { lap(e.Pass.Name) }
			}}})
		if err != nil {
			return err
		}
		lap("verify")
		if _, err := c.program.LLVMIR(llvmir.Typed); err != nil {
			return err
		}
		lap("print LLVM IR")
		if c.result.LLVMIR == 0 || total < c.result.LLVMIR {
			c.result.LLVMIR, c.result.Times = total, times
		}
	}
	var err error
	c.result.Manifest, err = c.program.Manifest()
	return err
}

// compileAll runs the external compilers on all cores and writes the results; it returns how many failed.
func (j *job) compileAll(ctx context.Context, programs []*compiled) (failed int) {
	var group sync.WaitGroup
	next := make(chan *compiled)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for c := range next {
				j.compile(ctx, c)
			}
		})
	}
	for _, c := range programs {
		next <- c
	}
	close(next)
	group.Wait()
	for _, c := range programs {
		if c.result.Error != "" {
			failed++
		}
	}
	return failed
}

func (j *job) compile(ctx context.Context, c *compiled) {
	if c.result.Error == "" {
		if err := j.image(ctx, c); err != nil {
			c.result.Error = err.Error()
		}
	}
	data, err := json.MarshalIndent(c.result, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(j.out, c.name+".json"), data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
	}
}

// image writes the PTX or cubin.
func (j *job) image(ctx context.Context, c *compiled) error {
	c.result.Compiler = j.compiler.Name()
	start := time.Now()
	ptx, err := c.program.PTXBy(ctx, j.compiler, j.target)
	if err != nil {
		return err
	}
	c.result.Times[j.compiler.Name()] = float64(time.Since(start).Microseconds())
	if err := os.WriteFile(filepath.Join(j.out, c.name+".ptx"), ptx.Text, 0o644); err != nil {
		return err
	}
	if j.assembler == nil {
		return nil
	}
	start = time.Now()
	cubin, err := j.assembler.Assemble(ctx, ptx)
	if err != nil {
		return err
	}
	c.result.Times["ptxas"] = float64(time.Since(start).Microseconds())
	return os.WriteFile(filepath.Join(j.out, c.name+".cubin"), cubin.Image, 0o644)
}
