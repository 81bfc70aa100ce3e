// Package manifest describes compiled kernels to whoever launches them: a Go program through backend/cuda, a C program,
// or a launcher in any language, which reads the JSON form. It says nothing about how kernels are made: backend/llvmir
// fills a manifest in from a module, and the package depends on the standard library alone, so that launchers stay
// small.
//
// Start with [Manifest]; [Parse] reads the JSON form and checks it.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Manifest describes the kernels of a module so that a launcher in any language can use their PTX or cubin. Its JSON
// form is stable: fields are added, never changed.
type Manifest struct {
	// Target is the architecture that the code is for, such as "sm_90a", once there is code.
	Target string `json:"target,omitempty"`
	// PTXVersion is the version of the PTX instruction set that the code is in, such as "8.0": a driver that loads PTX
	// has to know it.
	PTXVersion string `json:"ptx_version,omitempty"`
	// Compiler says what made the code, such as "llc 22.1.8, ptxas 13.0.88".
	Compiler string   `json:"compiler,omitempty"`
	Kernels  []Kernel `json:"kernels"`
}

// Kernel describes one entry point.
type Kernel struct {
	Entry string `json:"entry"`
	// Arguments are the parameters of the entry point as the driver takes them.
	Arguments []Argument `json:"arguments"`
	// Parameters are the parameters of the program that was compiled: an array stands for several arguments. A kernel
	// that was not compiled from a tile program has none; [Kernel.Signature] then derives them from the arguments.
	Parameters []Parameter `json:"parameters,omitempty"`
	// Workspaces are arrays that the launcher provides, behind the arguments of the parameters: memory that nothing is
	// known of, for the kernels of a launch together.
	Workspaces []Parameter `json:"workspaces,omitempty"`
	// Before and After are the entry points of kernels that a launch runs before and after this one, in order, each when
	// the one before it has ended: with the same arguments and workspaces, and as many programs as their grids require, or
	// else on the same grid.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	// TensorMaps are passed behind the arguments, in their order.
	TensorMaps []TensorMap `json:"tensor_maps,omitempty"`
	// Block is the number of threads of a block in x, y and z; nil if the launcher may choose.
	Block []int64 `json:"block,omitempty"`
	Grid  Grid    `json:"grid"`
	// Cluster is the number of blocks of a cluster in x, y and z; nil for none.
	Cluster []int64 `json:"cluster,omitempty"`
	// SharedMemory is the number of bytes of shared memory that the kernel allocates itself.
	SharedMemory int64 `json:"shared_memory"`
	// DynamicSharedMemory is the number of bytes of shared memory that the launch has to give the kernel.
	DynamicSharedMemory int64 `json:"dynamic_shared_memory,omitempty"`
	// Resources are what machine code needs; nil where there is none.
	Resources *Resources `json:"resources,omitempty"`
}

// Argument describes a parameter of the entry point, passed by value in the order of the list.
type Argument struct {
	// Kind is "pointer", "integer" or "float".
	Kind string `json:"kind"`
	// Type is the parameter's type. For a pointer, it is the type of the elements that it points to, if the kernel's
	// code tells it.
	Type string `json:"type,omitempty"`
	// Bytes is the size of the parameter.
	Bytes int `json:"bytes"`
	// Alignment is what a pointer must be aligned to, in bytes, where the kernel relies on more than the type's own.
	Alignment int64 `json:"alignment,omitempty"`
}

// Kinds of parameters. A parameter that is not an array is one argument.
const (
	Array   = "array"
	Pointer = "pointer"
	Integer = "integer"
	Float   = "float"
)

// Dynamic is a size or a stride of an array that each launch chooses.
const Dynamic = -1

// Parameter describes a parameter of the program that was compiled. An array becomes its address, an i32 for each
// dynamic size and then an i32 for each dynamic stride, in the order of the dimensions.
type Parameter struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // one of [Array], [Pointer], [Integer] and [Float]
	// Type is the element type of an array, the type that a pointer points to, or the number's, such as "bf16" or
	// "i32".
	Type string `json:"type"`
	// First is the index of its first argument.
	First int `json:"first"`
	// Sizes and Strides are those of an array, [Dynamic] where the launch chooses; strides count elements.
	Sizes   []int64 `json:"sizes,omitempty"`
	Strides []int64 `json:"strides,omitempty"`
	// Divisor is a divisor of an integer, or of an address in bytes; 0 means that none is assumed.
	Divisor int64 `json:"divisor,omitempty"`
	// SizeDivisors and StrideDivisors are divisors of the sizes and strides, one for each dimension.
	SizeDivisors   []int64 `json:"size_divisors,omitempty"`
	StrideDivisors []int64 `json:"stride_divisors,omitempty"`
}

// TensorMap describes an array to asynchronous copies. It is passed by value behind the arguments; the launcher makes
// it from the array (CUDA driver API, cuTensorMapEncodeTiled). It has one to five dimensions; along the last one
// elements are consecutive, and the strides of the others are multiples of 16 bytes. Elements out of bounds are read as
// zero.
type TensorMap struct {
	// Base is the number of the argument with the array's address. Sizes and Strides have the numbers of the arguments
	// with the array's sizes and strides, in elements, or -1-n for the constant n.
	Base    int     `json:"base"`
	Sizes   []int64 `json:"sizes"`
	Strides []int64 `json:"strides"`
	// Type is the type of elements; of f32 it may be tf32, to which copies to shared memory then round. Box has the sizes
	// of what one copy moves, Swizzle the bytes of the pattern in shared memory.
	Type    string  `json:"type"`
	Box     []int64 `json:"box"`
	Swizzle int64   `json:"swizzle"`
	// Checked says that the kernel itself checks that all sizes and strides are positive, and that rows do not overlap,
	// and does not use the map otherwise: then a launcher passes a map of anything instead.
	Checked bool `json:"checked,omitempty"`
}

// TensorMapBytes and TensorMapAlignment are the size and the alignment of a tensor map, MaxTensorMapRank is the most
// dimensions of its array.
const (
	MaxTensorMapRank   = 5
	TensorMapBytes     = 128
	TensorMapAlignment = 64
)

func (m *TensorMap) validate(k *Kernel) error {
	rank := len(m.Sizes)
	if rank < 1 || rank > MaxTensorMapRank || len(m.Strides) != rank || len(m.Box) != rank || m.Base < 0 ||
		m.Base >= len(k.Arguments) || k.Arguments[m.Base].Kind != Pointer {
		return fmt.Errorf("a tensor map of argument %d, sizes %v, strides %v and box %v", m.Base, m.Sizes, m.Strides, m.Box)
	}
	for _, n := range append(m.Sizes[:rank:rank], m.Strides...) {
		if n >= int64(len(k.Arguments)) || n >= 0 && k.Arguments[n].Kind != Integer {
			return fmt.Errorf("a tensor map with a size or stride in argument %d", n)
		}
	}
	return nil
}

// The units of a grid.
const (
	BlockUnit   = "block"
	ClusterUnit = "cluster"
)

// Grid says how the launch grid relates to the program: each block runs one program of the grid, and each cluster of
// blocks if the unit is "cluster". Axes lists the axes along which the kernel asks for its index; along others the grid
// must be of size 1, since more programs would do the same work again.
type Grid struct {
	Unit string `json:"unit"`
	Axes []int  `json:"axes"`
	// Programs is how many programs the grid must have along all axes together; 0 for any number.
	Programs int64 `json:"programs,omitempty"`
}

// Resources are what an assembler reports of a kernel. Sizes are in bytes.
type Resources struct {
	Registers   int `json:"registers"` // per thread
	SpillStores int `json:"spill_stores,omitempty"`
	SpillLoads  int `json:"spill_loads,omitempty"`
	Stack       int `json:"stack,omitempty"`
	Shared      int `json:"shared,omitempty"`
}

// Count returns how many arguments a parameter stands for.
func (p *Parameter) Count() int {
	n := 1
	for _, list := range [...][]int64{p.Sizes, p.Strides} {
		for _, v := range list {
			if v == Dynamic {
				n++
			}
		}
	}
	return n
}

// Signature returns the parameters, or one for each argument if the manifest does not tell them.
func (k *Kernel) Signature() []Parameter {
	if k.Parameters != nil {
		return k.Parameters
	}
	out := make([]Parameter, len(k.Arguments)-len(k.Workspaces))
	for i, a := range k.Arguments[:len(out)] {
		out[i] = Parameter{Name: fmt.Sprintf("arg%d", i), Kind: a.Kind, Type: a.Type, First: i, Divisor: a.Alignment}
	}
	return out
}

// Threads returns the number of threads of a block, 0 if the launcher may choose.
func (k *Kernel) Threads() int64 {
	if len(k.Block) == 0 {
		return 0
	}
	n := int64(1)
	for _, b := range k.Block {
		n *= b
	}
	return n
}

// JSON returns the manifest's text, indented, with a final newline.
func (m *Manifest) JSON() ([]byte, error) {
	out, err := json.MarshalIndent(m, "", "  ")
	return append(out, '\n'), err
}

// Kernel returns the kernel of an entry point.
func (m *Manifest) Kernel(entry string) (*Kernel, error) {
	for i := range m.Kernels {
		if m.Kernels[i].Entry == entry {
			return &m.Kernels[i], nil
		}
	}
	return nil, fmt.Errorf("manifest: there is no kernel %q", entry)
}

// ErrManifest is wrapped by errors about manifests that contradict themselves.
var ErrManifest = errors.New("invalid manifest")

// Parse reads the JSON form. Fields that it does not know are skipped: later versions add some.
func Parse(data []byte) (*Manifest, error) {
	m := new(Manifest)
	if err := json.Unmarshal(data, m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrManifest, err)
	}
	for i := range m.Kernels {
		if err := m.Kernels[i].Validate(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Validate reports a kernel whose description contradicts itself.
func (k *Kernel) Validate() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: kernel %q: %s", ErrManifest, k.Entry, fmt.Sprintf(format, args...))
	}
	if k.Entry == "" {
		return fail("it has no name")
	}
	for i, a := range k.Arguments {
		if a.Bytes < 1 || a.Bytes > 8 {
			return fail("argument %d has %d bytes", i, a.Bytes)
		}
		if !slices.Contains([]string{Pointer, Integer, Float}, a.Kind) {
			return fail("argument %d is of kind %q", i, a.Kind)
		}
	}
	for _, dims := range [...][]int64{k.Block, k.Cluster} {
		if len(dims) > 3 || slices.ContainsFunc(dims, func(n int64) bool { return n < 1 || n > 1024 }) {
			return fail("a block of %v threads, a cluster of %v blocks", k.Block, k.Cluster)
		}
	}
	if slices.ContainsFunc(k.Grid.Axes, func(a int) bool { return a < 0 || a > 2 }) {
		return fail("axes %v of the grid", k.Grid.Axes)
	}
	if k.Grid.Programs < 0 {
		return fail("a grid of %d programs", k.Grid.Programs)
	}
	if k.SharedMemory < 0 || k.DynamicSharedMemory < 0 || k.DynamicSharedMemory > 1<<31-1 {
		return fail("%d and %d bytes of shared memory", k.SharedMemory, k.DynamicSharedMemory)
	}
	next := 0
	for i := range k.Parameters {
		p := &k.Parameters[i]
		if err := p.validate(k, next); err != nil {
			return fail("parameter %d (%s): %v", i, p.Name, err)
		}
		next += p.Count()
	}
	for i := range k.TensorMaps {
		if err := k.TensorMaps[i].validate(k); err != nil {
			return fail("%v", err)
		}
	}
	if k.Parameters == nil {
		next = len(k.Arguments) - len(k.Workspaces)
	}
	for i := range k.Workspaces {
		w := &k.Workspaces[i]
		if err := w.validate(k, next); err != nil || w.Kind != Array || slices.Contains(w.Sizes, Dynamic) {
			return fail("workspace %d is no array of known sizes, or no argument: %v", i, err)
		}
		next++
	}
	if next != len(k.Arguments) {
		return fail("its parameters are %d arguments, but it has %d", next, len(k.Arguments))
	}
	return nil
}

// typeName is what names of types look like: i32, ui8, bf16, f8E4M3FN, index, and those of dialects.
var typeName = regexp.MustCompile(`^((ui|i|bf|tf|f)[1-9][0-9A-Z]*|index|!.+)?$`)

func (p *Parameter) validate(k *Kernel, next int) error {
	if !typeName.MatchString(p.Type) {
		return fmt.Errorf("%q is no type", p.Type)
	}
	if p.First != next || next+p.Count() > len(k.Arguments) {
		return fmt.Errorf("it starts at argument %d of %d, but follows %d", p.First, len(k.Arguments), next)
	}
	want := p.Kind
	switch p.Kind {
	case Array:
		want = Pointer
		rank := len(p.Sizes)
		if len(p.Strides) != rank || len(p.SizeDivisors) != 0 && len(p.SizeDivisors) != rank ||
			len(p.StrideDivisors) != 0 && len(p.StrideDivisors) != rank {
			return fmt.Errorf("sizes %v and strides %v differ in length", p.Sizes, p.Strides)
		}
	default:
		if len(p.Sizes) != 0 || len(p.Strides) != 0 {
			return errors.New("only an array has sizes")
		}
	}
	if got := k.Arguments[next].Kind; got != want {
		return fmt.Errorf("a parameter of kind %q is passed as %q", p.Kind, got)
	}
	for _, a := range k.Arguments[next+1 : next+p.Count()] {
		if a.Kind != Integer || a.Bytes != 4 {
			return errors.New("sizes and strides must be passed as integers of 4 bytes")
		}
	}
	for _, list := range [...][]int64{p.SizeDivisors, p.StrideDivisors, {p.Divisor}} {
		for _, d := range list {
			if d < 0 || d&(d-1) != 0 {
				return fmt.Errorf("divisor %d is no power of two", d)
			}
		}
	}
	return nil
}
