package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// ErrFile is wrapped by errors about the files of a kernel.
var ErrFile = errors.New("not the files of a kernel")

// Kernel is a compiled kernel: its parameters, the program for the CPU, and code for GPUs. It must not be changed after
// the first launch.
type Kernel struct {
	Name string `json:"name"`
	// Parameters are the arguments of a launch, in order.
	Parameters []Parameter `json:"parameters"`
	// Program is the kernel as text of dialect tile, without assumptions about its arguments. The CPU runs it.
	Program string `json:"-"`
	// Variants are the kernel's code for GPUs; the most specialized variants come first.
	Variants []Variant `json:"variants,omitempty"`
}

// Parameter is a parameter of a kernel.
type Parameter struct {
	Name string `json:"name"`
	// Kind and Type are those of [manifest.Parameter]; Rank is the number of an array's dimensions.
	Kind string `json:"kind"`
	Type string `json:"type"`
	Rank int    `json:"rank,omitempty"`
	// Strided says that the last dimension of the array may have any stride.
	Strided bool `json:"strided,omitempty"`
	// Written says that the kernel writes to the array or pointer. Its memory must not overlap that of another
	// parameter.
	Written bool `json:"written,omitempty"`
}

// Variant is code that assumes facts about the arguments.
type Variant struct {
	// Divisible is a divisor of the addresses of arrays in bytes, of the sizes of their last dimensions, and of their
	// other strides in elements; 0 stands for 1. Except has the names of arrays for which this is not assumed.
	Divisible int64    `json:"divisible,omitempty"`
	Except    []string `json:"except,omitempty"`
	// Ones has the names of integers that are 1.
	Ones  []string `json:"ones,omitempty"`
	Codes []Code   `json:"codes"`
}

// Code is PTX or machine code for a target such as "sm_90a".
type Code struct {
	Target   string             `json:"target"`
	Image    []byte             `json:"-"`
	File     string             `json:"image"` // name of the file next to the JSON file, which does not contain the code
	Manifest *manifest.Manifest `json:"manifest"`
}

// Read reads a kernel from the files that tile-gen wrote. name is the path of the JSON file. The other files are in the
// same directory.
func Read(files fs.FS, name string) (*Kernel, error) {
	content, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	k := new(Kernel)
	if err := json.Unmarshal(content, k); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, name, err)
	}
	program, err := fs.ReadFile(files, strings.TrimSuffix(name, ".json")+".mlir")
	if err != nil {
		return nil, err
	}
	k.Program = string(program)
	for i := range k.Variants {
		for j := range k.Variants[i].Codes {
			c := &k.Variants[i].Codes[j]
			if c.Image, err = fs.ReadFile(files, path.Join(path.Dir(name), c.File)); err != nil {
				return nil, err
			}
			if c.Manifest == nil {
				return nil, fmt.Errorf("%w: %s: code for %s without a manifest", ErrFile, name, c.Target)
			}
		}
	}
	return k, nil
}

// MustRead is [Read] for files that are embedded in the program. It panics where Read would return an error.
func MustRead(files fs.FS, name string) *Kernel {
	k, err := Read(files, name)
	if err != nil {
		panic(err)
	}
	return k
}

// loaded is a kernel on a device.
type loaded struct {
	module   *ir.Operation // on the CPU
	variants []loadedVariant
	programs []*cuda.Program
}

type loadedVariant struct {
	divisible []int64 // a known divisor of each array; 1 for none
	ones      []int   // the parameters that are 1
	kernel    *cuda.Kernel
}

func (l *loaded) close() error {
	var errs []error
	for _, p := range l.programs {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}

// load returns a kernel on the device. The device caches it.
func (d *Device) load(k *Kernel) (*loaded, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if l := d.loaded[k]; l != nil {
		return l, nil
	}
	make := d.loadCode
	if d.cuda == nil {
		make = d.loadProgram
	}
	l, err := make(k)
	if err != nil {
		return nil, fmt.Errorf("kernel %s: %w", k.Name, err)
	}
	d.loaded[k] = l
	return l, nil
}

// loadProgram parses the program for the CPU.
func (d *Device) loadProgram(k *Kernel) (*loaded, error) {
	module, err := text.Parse(d.types(), &ir.Source{Name: k.Name + ".mlir", Text: []byte(k.Program)}, text.ParseOptions{})
	return &loaded{module: module}, err
}

// loadedVariant returns the assumptions of a variant, by parameter index.
func (k *Kernel) loadedVariant(v *Variant, loaded *cuda.Kernel) loadedVariant {
	out := loadedVariant{divisible: make([]int64, len(k.Parameters)), kernel: loaded}
	for n, p := range k.Parameters {
		if out.divisible[n] = 1; !slices.Contains(v.Except, p.Name) {
			out.divisible[n] = max(v.Divisible, 1)
		}
		if slices.Contains(v.Ones, p.Name) {
			out.ones = append(out.ones, n)
		}
	}
	return out
}

// loadCode loads the code of all variants for a GPU.
func (d *Device) loadCode(k *Kernel) (*loaded, error) {
	sm, err := d.SM()
	if err != nil {
		return nil, err
	}
	l := new(loaded)
	for _, v := range k.Variants {
		c := v.bestFor(sm)
		if c == nil {
			return nil, errors.Join(fmt.Errorf("%w: the device is sm_%d, and there is code for %s", cuda.ErrWrongDevice, sm,
				v.targets()), l.close())
		}
		p, err := d.cuda.LoadProgram(c.Image, c.Manifest, cuda.JITOptions{LineInfo: true})
		if err != nil {
			return nil, errors.Join(err, l.close())
		}
		l.programs = append(l.programs, p)
		loaded, err := p.Kernel(k.Name)
		if err != nil {
			return nil, errors.Join(err, l.close())
		}
		l.variants = append(l.variants, k.loadedVariant(&v, loaded))
	}
	if l.variants == nil {
		return nil, fmt.Errorf("%w: there is no code for GPUs: compile it for sm_%d", cuda.ErrWrongDevice, sm)
	}
	return l, nil
}

// bestFor returns the code for a GPU: code for exactly this one, or else the newest portable code that it can run. It
// returns nil if there is none. Portable code is PTX, which the driver translates.
func (v *Variant) bestFor(sm int) *Code {
	best, newest := (*Code)(nil), 0
	for i := range v.Codes {
		c := &v.Codes[i]
		digits := strings.TrimPrefix(c.Target, "sm_")
		number, err := strconv.Atoi(strings.TrimRight(digits, "af"))
		if err != nil {
			continue
		}
		if strings.HasSuffix(digits, "a") && number == sm {
			return c
		}
		if strconv.Itoa(number) == digits && number <= sm && number > newest {
			best, newest = c, number
		}
	}
	return best
}

func (v *Variant) targets() string {
	var names []string
	for _, c := range v.Codes {
		names = append(names, c.Target)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// types returns the context of the programs that the CPU runs.
func (d *Device) types() *ir.Context {
	d.once.Do(func() { d.context = registry.NewContext() })
	return d.context
}

// array returns an array in the CPU's memory.
func (d *Device) array(dtype string, shape []int64) (*interp.Array, error) {
	ctx := d.types()
	if t := ctx.Float(dtype); t != nil {
		return interp.NewArray(t, shape...)
	}
	sign, digits := ir.Signless, strings.TrimPrefix(dtype, "i")
	if rest, ok := strings.CutPrefix(dtype, "ui"); ok {
		sign, digits = ir.Unsigned, rest
	}
	width, err := strconv.ParseUint(digits, 10, 8)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is not an element type", ErrArgument, dtype)
	}
	return interp.NewArray(ctx.IntegerType(uint32(width), sign), shape...)
}
