// Command speed compiles Triton's IR for the measurements of run.py, which starts it. It compiles every NAME.ttir of a
// directory, with the number of warps that NAME.about gives. It writes NAME.ll, NAME.ptx and, if ptxas is installed,
// NAME.cubin. NAME.json has the manifest and the time of each step, or the error. It also compiles kernels in tile text
// from another directory, and kernels in Go, in each of their configurations. For these, NAME.json also says how to
// launch them.
//
//	go run ./benchmarks/speed -in ir -texts benchmarks/speed/suite/tile -go benchmarks/speed/suite/gokernels -o ir/girih
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/nvptx"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

func main() {
	in := flag.String("in", "", "directory of the IR")
	texts := flag.String("texts", "", "directory of kernels in tile text")
	goKernels := flag.String("go", "", "directory of kernels in Go")
	only := flag.String("only", "", "names of the benchmarks whose texts to compile, with commas, rather than all")
	out := flag.String("o", "", "directory to write")
	target := flag.String("target", "sm_90", "GPU architecture")
	llc := flag.Int("llc", 0, "major version of the llc to use, rather than the best compiler at hand")
	apart := flag.Bool("apart", false, "take for granted that the pointers of Triton's kernels lead to different arrays")
	parts := flag.Int("parts", 1,
		"blocks that share a program of the IR, where it reduces rows in a loop; others are errors")
	early := flag.String("early", "", "when kernels begin before what is ahead of them on their stream has ended: auto, "+
		"always or never")
	jobs := flag.Int("jobs", runtime.GOMAXPROCS(0), "how many external compilers run at once; 1 to time them")
	flag.Parse()
	c := job{in: *in, out: *out, texts: *texts, goKernels: *goKernels, jobs: *jobs, parts: *parts, early: *early,
		options: importtt.Options{PointersApart: *apart}}
	if *only != "" {
		c.only = strings.Split(*only, ",")
	}
	if err := c.run(context.Background(), *target, *llc); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

// result is the contents of NAME.json.
type result struct {
	Manifest *manifest.Manifest `json:"manifest,omitempty"`
	Compiler string             `json:"compiler,omitempty"`
	// Times are the microseconds of each step: reading, each pass, printing LLVM IR, beside which the program is
	// verified, and the external compilers.
	Times map[string]float64 `json:"times,omitempty"`
	// LLVMIR is the sum of all steps up to LLVM IR.
	LLVMIR float64 `json:"llvm_ir_microseconds,omitempty"`
	// Size is the size of each stage. Peer is the same for NAME.triton.llir, .ptx and .cubin, if these are in the
	// directory.
	Size   size        `json:"size"`
	Peer   *size       `json:"peer_size,omitempty"`
	Error  string      `json:"error,omitempty"`
	Launch *textLaunch `json:"text,omitempty"`
}

// textLaunch says how to launch a kernel in tile text, besides the manifest.
type textLaunch struct {
	Benchmark string         `json:"benchmark"`
	Variant   string         `json:"variant"`
	Warps     int            `json:"num_warps"`
	Constants map[string]int `json:"constants"`
	Grid      [][]extent     `json:"grid"`
	Zero      []string       `json:"zero"`
	AtMost    *extent        `json:"at_most,omitempty"`
	Columns   int            `json:"columns,omitempty"` // of matrices that the problem has as vectors, unless types say it
}

type job struct {
	target         nvptx.Target
	compiler       nvptx.Compiler
	assembler      *nvptx.PTXAS
	in, texts, out string
	goKernels      string
	only           []string
	jobs           int
	parts          int
	early          string
	options        importtt.Options
}

func (j *job) run(ctx context.Context, target string, llc int) (err error) {
	if j.target, err = nvptx.ParseTarget(target); err != nil {
		return err
	}
	if llc != 0 {
		j.compiler, err = nvptx.FindLLC(ctx, llc)
	} else {
		j.compiler, err = nvptx.FindCompiler(ctx, j.target)
	}
	if err != nil {
		return err
	}
	if j.assembler, err = nvptx.FindPTXAS(ctx); err != nil {
		fmt.Println("without ptxas:", err)
	}
	if err := os.MkdirAll(j.out, 0o755); err != nil {
		return err
	}
	programs, err := j.programs()
	if err != nil {
		return err
	}
	failed := j.compileAll(ctx, programs)
	fmt.Printf("%d of %d compiled for %s by %s\n", len(programs)-failed, len(programs), j.target, j.compiler.Name())
	return nil
}

// programs returns everything that is to be compiled.
func (j *job) programs() (out []*compiled, err error) {
	if j.in != "" {
		names, err := filepath.Glob(filepath.Join(j.in, "*.ttir"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			out = append(out, j.triton(strings.TrimSuffix(filepath.Base(name), ".ttir")))
		}
	}
	var texts []*kernelText
	if j.texts != "" {
		if texts, err = readTexts(j.texts, j.only); err != nil {
			return nil, err
		}
	}
	if j.goKernels != "" {
		list, err := readGo(os.DirFS(j.goKernels), j.only)
		if err != nil {
			return nil, err
		}
		texts = append(texts, list...)
	}
	for _, k := range texts {
		variants, err := k.variants()
		if err != nil {
			return nil, err
		}
		for _, v := range variants {
			out = append(out, j.text(k, v))
		}
	}
	return out, nil
}

// text returns a kernel in tile text.
func (j *job) text(k *kernelText, v *variant) *compiled {
	c := &compiled{name: v.Name, options: j.optionsFor(v.Warps, v.Constants["parts"])}
	c.source = func() ([]byte, error) { return []byte(v.Text), nil }
	c.result.Launch = &textLaunch{Benchmark: k.Benchmark, Variant: k.Variant,
		Warps: v.Warps, Constants: v.Constants, Grid: v.Grid,
		Zero: k.Zero, AtMost: k.AtMost, Columns: k.Columns}
	return c
}

// quiet turns off the garbage collector while compilation is timed, as tile-compile does, which compiles one kernel and
// ends. The function that it returns turns it on again.
func (j *job) quiet() func() {
	if j.jobs > 1 {
		return func() {}
	}
	runtime.GC()
	percent := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(percent) }
}

// optionsFor returns the options for programs with a number of warps, each shared by a number of blocks, on the target.
func (j *job) optionsFor(warps, parts int) pipeline.Options {
	return pipeline.Options{NumWarps: warps, Parts: parts, Early: j.early, SM: j.target.SM,
		ArchSpecific: j.target.Variant == nvptx.ArchSpecific}
}

// compiled is a program that is being compiled.
type compiled struct {
	name    string
	options pipeline.Options
	source  func() ([]byte, error)
	convert func(*ir.Operation) error // translates the source to dialect tile; nil if it is in that dialect
	program *girih.Program
	result  result
}

// triton returns a kernel in Triton's IR.
func (j *job) triton(name string) *compiled {
	return &compiled{name: name, options: j.optionsFor(j.warps(name), j.parts),
		source:  func() ([]byte, error) { return os.ReadFile(filepath.Join(j.in, name+".ttir")) },
		convert: func(module *ir.Operation) error { return importtt.ConvertWith(module, j.options) }}
}

// warps reads the number of warps that the kernel has in Triton.
func (j *job) warps(name string) int {
	about := struct {
		Warps int `json:"num_warps"`
	}{Warps: 4}
	if data, err := os.ReadFile(filepath.Join(j.in, name+".about")); err == nil {
		_ = json.Unmarshal(data, &about)
	}
	return about.Warps
}

// lower compiles the source to the program of one thread.
func (c *compiled) lower(ctx context.Context) error {
	source, err := c.source()
	if err != nil {
		return err
	}
	c.result.Times = map[string]float64{}
	clock := time.Now()
	lap := func(step string) {
		now := time.Now()
		c.result.add(step, now.Sub(clock))
		clock = now
	}
	m, err := girih.Parse(c.name, source)
	if err != nil {
		return err
	}
	lap("read")
	if c.convert != nil {
		if err := c.convert(m.Operation()); err != nil {
			return err
		}
	}
	lap("convert-tt-to-tile")
	c.program, err = m.CompileBy(ctx, pipeline.New(pipeline.Threads, c.options),
		pass.RunOptions{Observers: []pass.Observer{func(e *pass.Event) func(error) {
			lap("other")
			return func(error) { lap(e.Pass.Name) }
		}}})
	if err != nil {
		return err
	}
	lap("other")
	c.result.Manifest, err = c.program.Manifest()
	return err
}

// add adds to the time of a step.
func (r *result) add(step string, took time.Duration) {
	r.Times[step] += float64(took.Nanoseconds()) / 1000
}

// compileAll compiles the programs, as many at once as there are jobs, and writes the results. It returns how many
// failed.
func (j *job) compileAll(ctx context.Context, programs []*compiled) (failed int) {
	var group sync.WaitGroup
	next := make(chan *compiled)
	for range max(1, j.jobs) {
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

// compile compiles a program from its source to machine code.
func (j *job) compile(ctx context.Context, c *compiled) {
	resume := j.quiet()
	err := c.lower(ctx)
	if err == nil {
		err = j.image(ctx, c)
	}
	resume()
	if err != nil {
		c.result = result{Error: err.Error(), Launch: c.result.Launch}
	}
	data, err := json.MarshalIndent(c.result, "", " ")
	if err == nil {
		err = os.WriteFile(filepath.Join(j.out, c.name+".json"), data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
	}
}

// image writes the PTX or the cubin. The time of ptxas is that from the PTX to the cubin, although ptxas starts while
// the other compiler compiles.
func (j *job) image(ctx context.Context, c *compiled) error {
	compiler := &nvptx.Timed{Compiler: j.compiler}
	var ahead *nvptx.Ahead
	if j.assembler != nil {
		ahead = j.assembler.Ahead()
		defer ahead.Close()
		compiler.Compiler = ahead.During(j.compiler)
	}
	start := time.Now()
	ptx, err := c.program.PTXBy(ctx, compiler, j.target)
	if err != nil {
		return err
	}
	compiled := time.Now()
	var cubin nvptx.Cubin
	if ahead != nil {
		if cubin, err = ahead.Assemble(ctx, ptx); err != nil {
			return err
		}
		c.result.add("ptxas", time.Since(compiled))
	}
	c.result.Compiler = j.compiler.Name()
	c.result.add("print LLVM IR", compiled.Sub(start)-compiler.Took)
	c.result.add(c.result.Compiler, compiler.Took)
	for step, took := range c.result.Times {
		if step != c.result.Compiler && step != "ptxas" {
			c.result.LLVMIR += took
		}
	}
	c.result.Size.LLVMIR, c.result.Size.PTX = lines(string(compiler.LLVMIR)), lines(string(ptx.Text))
	if err := os.WriteFile(filepath.Join(j.out, c.name+".ll"), compiler.LLVMIR, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(j.out, c.name+".ptx"), ptx.Text, 0o644); err != nil || ahead == nil {
		return err
	}
	if c.result.Size.Instructions, err = instructions(cubin.Image); err != nil {
		return err
	}
	if c.result.Peer, err = peerSize(filepath.Join(j.in, c.name+".triton")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(j.out, c.name+".cubin"), cubin.Image, 0o644)
}
