// Package manifest describes compiled kernels to launchers: a Go program with backend/cuda, a C program, or a launcher
// in any language, which reads the JSON form. backend/llvmir creates a manifest from a module. This package only
// depends on the standard library, so that launchers stay small.
//
// Start with [Manifest]; [Parse] reads the JSON form and checks it.
package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Manifest describes the kernels of a module so that a launcher in any language can use their PTX or cubin. Its JSON
// form is stable: fields are added, never changed.
type Manifest struct {
	// Target is the architecture that the code is for, such as "sm_90a", once there is code.
	Target string `json:"target,omitempty"`
	// PTXVersion is the version of the PTX instruction set of the code, such as "8.0". A driver that loads the PTX must
	// support it.
	PTXVersion string `json:"ptx_version,omitempty"`
	// Compiler names the tools that generated the code, such as "llc 22.1.8, ptxas 13.0.88".
	Compiler string   `json:"compiler,omitempty"`
	Kernels  []Kernel `json:"kernels"`
}

// Kernel describes one entry point.
type Kernel struct {
	Entry string `json:"entry"`
	// Arguments are the parameters of the entry point as the driver takes them.
	Arguments []Argument `json:"arguments"`
	// Parameters are the parameters of the source program: an array is passed as several arguments. A kernel that was
	// not compiled from a tile program has none; [Kernel.Signature] then derives them from the arguments.
	Parameters []Parameter `json:"parameters,omitempty"`
	// Workspaces are arrays that the launcher provides, after the arguments of the parameters. Their initial contents
	// are undefined, except of those that keep zeros. The kernels of one launch share them.
	Workspaces []Parameter `json:"workspaces,omitempty"`
	// Before and After are the entry points of kernels that a launch runs before and after this one, one after the
	// other, in order. They get the same arguments and workspaces. Their grid is the number of programs that they
	// require, or else the grid of the launch.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	// Early says that the kernel waits by itself for those that a launch runs ahead of it: a launcher may begin it before
	// they have ended (programmatic dependent launch).
	Early bool `json:"early,omitempty"`
	// WaitsFirst says that the kernel waits for all work ahead of it on its stream before it uses memory: a launcher may
	// begin it before that work has ended, whatever it is.
	WaitsFirst bool `json:"waits_first,omitempty"`
	// TensorMaps are passed after the arguments, in order, and after sizes of the grid, if it is [Grid.Resident].
	TensorMaps []TensorMap `json:"tensor_maps,omitempty"`
	// Block is the number of threads of a block in x, y and z; nil if the launcher may choose.
	Block []int64 `json:"block,omitempty"`
	Grid  Grid    `json:"grid"`
	// Cluster is the number of blocks of a cluster in x, y and z; nil for none.
	Cluster []int64 `json:"cluster,omitempty"`
	// SharedMemory is the number of bytes of shared memory that the kernel allocates itself.
	SharedMemory int64 `json:"shared_memory"`
	// DynamicSharedMemory is the number of bytes of dynamic shared memory that the launch must provide.
	DynamicSharedMemory int64 `json:"dynamic_shared_memory,omitempty"`
	// Resources are the resources that the machine code needs; nil without machine code.
	Resources *Resources `json:"resources,omitempty"`
}

// Argument describes a parameter of the entry point, passed by value in the order of the list.
type Argument struct {
	// Kind is "pointer", "integer" or "float".
	Kind string `json:"kind"`
	// Type is the parameter's type. For a pointer, it is the element type of its memory, if the kernel's code shows it.
	Type string `json:"type,omitempty"`
	// Bytes is the size of the parameter.
	Bytes int `json:"bytes"`
	// Alignment is the required alignment of a pointer in bytes, if it is more than the natural alignment of the
	// element type.
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

// Parameter describes a parameter of the source program. An array is passed as its address, an i32 for each dynamic
// size and then an i32 for each dynamic stride, in the order of the dimensions.
type Parameter struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // one of [Array], [Pointer], [Integer] and [Float]
	// Type is the element type of an array, the pointee type of a pointer, or the type of a number, such as "bf16" or
	// "i32".
	Type string `json:"type"`
	// First is the index of its first argument.
	First int `json:"first"`
	// Sizes and Strides are those of an array; [Dynamic] if the launch chooses them. Strides are in elements.
	Sizes   []int64 `json:"sizes,omitempty"`
	Strides []int64 `json:"strides,omitempty"`
	// Divisor is a divisor of an integer, or of an address in bytes; 0 means that none is assumed.
	Divisor int64 `json:"divisor,omitempty"`
	// SizeDivisors and StrideDivisors are divisors of the sizes and strides, one for each dimension.
	SizeDivisors   []int64 `json:"size_divisors,omitempty"`
	StrideDivisors []int64 `json:"stride_divisors,omitempty"`
	// KeepsZeros says of a workspace that it must be zero when a launch begins, and is zero when it ends. Launches at the
	// same time must not share it.
	KeepsZeros bool `json:"keeps_zeros,omitempty"`
}

// TensorMap describes an array for asynchronous copies. The launcher encodes it from the array's arguments (CUDA driver
// API, cuTensorMapEncodeTiled) and passes it by value after the arguments. It has one to five dimensions. Elements are
// consecutive along the last dimension; the other strides are multiples of 16 bytes. Elements out of bounds are read as
// zero.
type TensorMap struct {
	// Base is the number of the argument with the array's address. Sizes and Strides have the numbers of the arguments
	// with the array's sizes and strides, in elements, or -1-n for the constant n.
	Base    int     `json:"base"`
	Sizes   []int64 `json:"sizes"`
	Strides []int64 `json:"strides"`
	// Type is the type of elements. For f32 it may be tf32; copies to shared memory then round. Box has the sizes of
	// the part that one copy moves, Swizzle the width in bytes of the swizzle pattern in shared memory.
	Type    string  `json:"type"`
	Box     []int64 `json:"box"`
	Swizzle int64   `json:"swizzle"`
	// Checked says that the kernel itself checks that all sizes and strides are positive and that rows do not overlap,
	// and does not use the map otherwise. In that case the launcher may pass any map.
	Checked bool `json:"checked,omitempty"`
	// Pixels describes copies of consecutive pixels (cuTensorMapEncodeIm2col); nil for copies of boxes. With it, the
	// array has images, dimensions of pixels and channels, and Box has the numbers of pixels and of channels of a copy.
	Pixels *Pixels `json:"pixels,omitempty"`
}

// Pixels describes the window of an image that copies walk over, along each dimension of pixels: from Lower to Upper
// relative to the last pixel, by Steps.
type Pixels struct {
	Lower []int64 `json:"lower"`
	Upper []int64 `json:"upper"`
	Steps []int64 `json:"steps"`
}

// TensorMapBytes and TensorMapAlignment are the size and the alignment of a tensor map, MaxTensorMapRank is the
// greatest number of dimensions of its array.
const (
	MaxTensorMapRank   = 5
	TensorMapBytes     = 128
	TensorMapAlignment = 64
)

func (m *TensorMap) validate(k *Kernel) error {
	rank := len(m.Sizes)
	box := rank
	if p := m.Pixels; p != nil {
		if n := rank - 2; n < 1 || len(p.Lower) != n || len(p.Upper) != n || len(p.Steps) != n {
			return fmt.Errorf("a tensor map of argument %d, of sizes %v, with a window of pixels %v", m.Base, m.Sizes, *p)
		}
		box = 2
	}
	if rank < 1 || rank > MaxTensorMapRank || len(m.Strides) != rank || len(m.Box) != box || m.Base < 0 ||
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

// Grid relates the launch grid to the programs: each block runs one program, or each cluster of blocks if the unit is
// "cluster". Axes lists the axes along which the kernel reads its index. Along the other axes the grid must have size
// 1, since further programs would repeat the same work.
type Grid struct {
	Unit string `json:"unit"`
	Axes []int  `json:"axes"`
	// Programs is the number of programs that the grid must have in total; 0 for any number.
	Programs int64 `json:"programs,omitempty"`
	// Resident, unless it is 0, says that the kernel is persistent: each block runs programs of the grid one after the
	// other. A launch has at most that many blocks for each multiprocessor, all along the first axis, and no more blocks
	// than programs. It passes the sizes of the grid of programs along Axes, as integers of 4 bytes after the arguments
	// and before the tensor maps.
	Resident int64 `json:"resident,omitempty"`
}

// Sizes returns how many sizes of the grid a launch passes.
func (g *Grid) Sizes() int {
	if g.Resident == 0 {
		return 0
	}
	return len(g.Axes)
}

// Blocks returns how many blocks run a number of programs on a device with the given number of multiprocessors.
func (g *Grid) Blocks(programs, multiprocessors int64) int64 {
	if g.Resident == 0 {
		return programs
	}
	return min(programs, g.Resident*multiprocessors)
}

// Resources are the resources of a kernel that the assembler reports. Sizes are in bytes.
type Resources struct {
	Registers   int `json:"registers"` // per thread
	SpillStores int `json:"spill_stores,omitempty"`
	SpillLoads  int `json:"spill_loads,omitempty"`
	Stack       int `json:"stack,omitempty"`
	Shared      int `json:"shared,omitempty"`
}

// Count returns the number of arguments for a parameter.
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

// Signature returns the parameters, or one for each argument if the manifest has none.
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
	if k.Grid.Resident < 0 || k.Grid.Resident > 0 && (k.Grid.Unit != BlockUnit || len(k.Cluster) > 0) {
		return fail("%d resident blocks, a unit %q and clusters of %v", k.Grid.Resident, k.Grid.Unit, k.Cluster)
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
		if p.KeepsZeros {
			return fail("parameter %d (%s) keeps zeros, but is not a workspace", i, p.Name)
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
			return fail("workspace %d is not an array of known sizes, or not an argument: %v", i, err)
		}
		next++
	}
	if next != len(k.Arguments) {
		return fail("its parameters are %d arguments, but it has %d", next, len(k.Arguments))
	}
	return nil
}

// isTypeName reports whether a text may be the name of a type: i32, ui8, bf16, f8E4M3FN, index, one of a dialect, or
// none.
func isTypeName(name string) bool {
	if name == "" || name == "index" {
		return true
	}
	if rest, ok := strings.CutPrefix(name, "!"); ok {
		return rest != "" && !strings.Contains(rest, "\n")
	}
	size := strings.TrimLeft(name, "uibtf")
	switch strings.TrimSuffix(name, size) {
	case "i", "ui", "bf", "tf", "f":
		return size != "" && size[0] != '0' && strings.Contains(digits, size[:1]) && strings.Trim(size, digits+capitals) == ""
	}
	return false
}

const (
	digits   = "0123456789"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func (p *Parameter) validate(k *Kernel, next int) error {
	if !isTypeName(p.Type) {
		return fmt.Errorf("%q is not a type", p.Type)
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
				return fmt.Errorf("divisor %d is not a power of two", d)
			}
		}
	}
	return nil
}
