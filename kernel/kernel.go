// Package kernel is for writing GPU kernels in Go. A kernel is an ordinary Go function over this package's types; Go's
// scalar types stand for tiles of them, so the source formats with gofmt, type-checks with gopls and completes in any
// editor:
//
//	func softmax(x, y kernel.Array2[float32]) {
//		row := kernel.Program(0)
//		j := kernel.Range(1024)
//		v := x.Load(row, j, kernel.Else(kernel.NegInf))
//		e := kernel.Exp(v - kernel.Max(v))
//		y.Store(row, j, e/kernel.Sum(e))
//	}
//
// One run of the function, a program, handles a tile of the data; a grid of programs handles all of it. kernel.Range
// makes an axis, and a value has the axes of all values that it is computed from. Above, v and e have one element for
// each j, and the maximum is a scalar. Shapes and broadcasts follow from the axes.
//
// [Compile] reads the source, which a program embeds with go:embed. The result runs on the CPU in the reference
// executor ([Kernel.Run]) or in a simulator of GPU threads that reports data races and other errors
// ([Kernel.Simulate]), is launched on a GPU ([Kernel.Launch]), or is compiled to GPU code ([Kernel.Program]). In a
// test, [Check] runs the reference executor and the simulator and compares their results.
//
// language.go is the language. The front end behind this package is lowering/importgo. Host arrays are [Data].
package kernel

import (
	"context"
	_ "embed"
	"io/fs"
	"sync"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/kernel/launch"
	"github.com/girih-ir/girih/lowering/importgo"
)

//go:embed language.go
var declarations []byte

// language is the type-checked source of the language, computed on first use.
var language = sync.OnceValues(func() (*importgo.Language, error) { return importgo.LoadLanguage(declarations) })

// load reads the package in a file system.
func load(files fs.FS, imports map[string]fs.FS) (*importgo.Package, error) {
	l, err := language()
	if err != nil {
		return nil, err
	}
	return importgo.Load(files, l, imports)
}

// Options are the options for compiling a kernel.
type Options struct {
	// Types has the types that the function's type parameters stand for: "float32", "kernel.BFloat16".
	Types map[string]string
	// Imports has the files of other packages whose functions kernels call, by their import paths.
	Imports map[string]fs.FS
	// Constants has the values of the parameters of type [Const].
	Constants map[string]int64
	// NumWarps is the number of warps, of 32 threads, that run one program; 0 stands for 4.
	NumWarps int
	// Parts is the number of blocks that share one program, if the program reduces a row in a loop: each block executes
	// a part of the iterations, and one block combines their results, in order (package lowering/strict/splitrows). It
	// is 1 or a power of two up to 16, and requires sm_90. 0 stands for 1.
	Parts int
	// Early says whether a launch may begin before earlier work on its stream has ended: auto, always or never; "" stands
	// for auto. The kernel then waits for that work by itself. This saves time between small kernels, and requires sm_90.
	// While a kernel waits, earlier ones may still write its arrays, so arrays that are promised not to overlap are
	// accessed as if they might overlap. Therefore auto leaves out kernels with such arrays.
	Early string
	// Target is the GPU that the code is for, such as "sm_90a", whose instructions it uses. Empty stands for sm_80,
	// whose code runs on later GPUs as well.
	Target string
	// Divisible is a promise about all arrays: the address in bytes, the size of the last dimension and the distances
	// between rows, in elements, are multiples of it. This allows wider accesses. 0 promises nothing.
	Divisible int64
	// Except has the names of arrays and pointers to which Divisible does not apply.
	Except []string
	// Ones has the names of integers that every launch passes as 1, such as strides. Products with them need no
	// multiplication, and accesses with such a stride are contiguous.
	Ones []string
}

// Kernel is a kernel that was compiled from Go source.
type Kernel struct {
	name    string
	source  *importgo.Package
	options Options

	mutex    sync.Mutex
	compiled map[int]*launch.Kernel // by the architecture's number; 0 for the CPU
}

// Compile reads the Go files in the root of a file system, and checks and translates the function with the given name.
// Errors in the source are *ir.Diagnostic values with line and column. If there is no such function, the error wraps
// [importgo.ErrSource].
func Compile(source fs.FS, name string, o Options) (*Kernel, error) {
	p, err := load(source, o.Imports)
	if err != nil {
		return nil, err
	}
	k := &Kernel{name: name, source: p, options: o}
	_, err = k.Module()
	return k, err
}

// Name returns the function's name.
func (k *Kernel) Name() string { return k.name }

// Module returns the kernel as a new module of loosely typed tile operations, which callers may change.
func (k *Kernel) Module() (*girih.Module, error) {
	op, err := importgo.Import(girih.NewContext(), k.source, importgo.Request{
		Function: k.name, Types: k.options.Types, Constants: k.options.Constants, Divisible: k.options.Divisible,
		Except: k.options.Except, Ones: k.options.Ones})
	if err != nil {
		return nil, err
	}
	return girih.FromOperation(op)
}

// Program lowers the kernel to the program of a single thread, which can be compiled to LLVM IR, PTX and machine code.
func (k *Kernel) Program(ctx context.Context) (*girih.Program, error) {
	m, err := k.Module()
	if err != nil {
		return nil, err
	}
	o, err := k.compileOptions()
	if err != nil {
		return nil, err
	}
	return m.Compile(ctx, o)
}

func (k *Kernel) compileOptions() (o girih.CompileOptions, err error) {
	if k.options.Target != "" {
		o, err = girih.OptionsFor(k.options.Target)
	}
	o.NumWarps, o.Parts, o.Early = k.options.NumWarps, k.options.Parts, k.options.Early
	if (o.Parts > 1 || o.Early == "always") && k.options.Target == "" {
		o.SM = 90 // the first with clusters, and with launches that begin early
	}
	return o, err
}

// Run executes the kernel on the CPU for every program of a grid, by the reference executor (package backend/interp).
// Arguments are [Data] for arrays and pointers, and Go numbers; parameters of type [Const] take none.
func (k *Kernel) Run(ctx context.Context, grid [3]int32, args ...any) error {
	m, err := k.Module()
	if err != nil {
		return err
	}
	host, err := bind(m, k.name, args)
	if err != nil {
		return err
	}
	err = m.Execute(ctx, k.name, interp.Grid(grid), host.values...)
	host.read()
	return err
}

// Simulate executes the compiled kernel thread by thread, as a GPU does, and reports data races, accesses out of bounds
// and uses of undefined values. It returns counts of executed operations.
func (k *Kernel) Simulate(ctx context.Context, grid [3]int32, args ...any) (*simt.Stats, error) {
	m, err := k.Module()
	if err != nil {
		return nil, err
	}
	host, err := bind(m, k.name, args)
	if err != nil {
		return nil, err
	}
	stats, err := k.execute(ctx, grid, host)
	host.read()
	return stats, err
}

// execute runs the compiled kernel thread by thread.
func (k *Kernel) execute(ctx context.Context, grid [3]int32, host *bound) (*simt.Stats, error) {
	p, err := k.Program(ctx)
	if err != nil {
		return nil, err
	}
	return p.Execute(ctx, k.name, simt.Launch{Grid: grid}, host.expanded()...)
}
