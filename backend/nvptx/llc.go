package nvptx

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// An LLC is LLVM's static compiler, a [Compiler]. llc is a code generator only. From LLVM 22 on, the optimizer (opt) of
// the same release runs first, if it is installed next to llc.
type LLC struct {
	path     string
	opt      *Opt // nil if there is none
	version  LLVMVersion
	cpus     map[string]bool // architectures that it knows
	fallback map[int]bool    // the portable ones among them, by number
	newest   PTXVersion      // the newest PTX version that it can emit
}

const installLLVM = "install LLVM 14 or later (Debian and Ubuntu: apt install llvm-22, or llvm)"

// FindLLC returns the newest llc on the machine, or one of the given major
// version if that is not 0.
func FindLLC(ctx context.Context, major int) (*LLC, error) { return DefaultSearch().LLC(ctx, major) }

var openedLLC opened[*LLC]

// LLC is [FindLLC] with the search s.
func (s Search) LLC(ctx context.Context, major int) (*LLC, error) {
	return newestOf(ctx, s, "llc", major, func(path string) (*LLC, LLVMVersion, error) {
		llc, err := openedLLC.get(path, func() (*LLC, error) { return OpenLLC(ctx, path) })
		if err != nil {
			return nil, LLVMVersion{}, err
		}
		return llc, llc.version, nil
	})
}

// newestOf returns the newest LLVM program with a name, or one of the given major version if that is not 0. It asks
// every candidate for its version, since a file called llc may be of any version.
func newestOf[T any](ctx context.Context, s Search, name string, major int,
	open func(path string) (*T, LLVMVersion, error)) (best *T, err error) {
	names := llvmNames(name, major)
	missing := &NotFoundError{What: name, Tried: tried(names), Install: installLLVM}
	if major != 0 {
		missing.What = fmt.Sprintf("%s %d", name, major)
	}
	var newest LLVMVersion
	for _, path := range s.programs(names, s.LLVMDirs) {
		program, version, err := open(path)
		switch {
		case ctx.Err() != nil:
			return nil, err
		case err != nil:
			missing.Rejects = append(missing.Rejects, err)
		case major != 0 && version.Major != major:
			missing.Rejects = append(missing.Rejects, fmt.Errorf("%s is version %v", path, version))
		case best == nil || newest.less(version):
			best, newest = program, version
		}
	}
	if best == nil {
		return nil, missing
	}
	return best, nil
}

// tried shortens a list of versioned names for an error message.
func tried(names []string) []string {
	if len(names) <= 3 {
		return names
	}
	return []string{names[0] + " to " + names[len(names)-2], names[len(names)-1]}
}

// OpenLLC asks the program at path for its version and its targets. It fails for an LLVM older than 14 and for one
// built without NVPTX.
func OpenLLC(ctx context.Context, path string) (*LLC, error) {
	version, err := queryLLVM(ctx, path, true)
	if err != nil {
		return nil, err
	}
	_, help, err := askTool(ctx, path, "-march=nvptx64", "-mcpu=help", "-o", "-")
	if err != nil {
		return nil, err
	}
	llc := &LLC{path: path, version: version, cpus: map[string]bool{}, fallback: map[int]bool{}}
	for _, word := range strings.Fields(help) {
		if ptx, ok := parsePTXFeature(word); ok {
			if llc.newest.Less(ptx) {
				llc.newest = ptx
			}
		} else if t, err := ParseTarget(word); err == nil {
			llc.cpus[word] = true
			if t.Variant == Portable {
				llc.fallback[t.SM] = true
			}
		}
	}
	if len(llc.fallback) == 0 || llc.newest.IsZero() {
		return nil, fmt.Errorf("nvptx: %s lists no architecture from sm_75 on", path)
	}
	llc.opt = optBeside(ctx, path, version)
	return llc, nil
}

// Name returns "llc" and the version, and says whether the optimizer runs too.
func (c *LLC) Name() string {
	if c.opt != nil {
		return "llc " + c.version.String() + " with opt"
	}
	return "llc " + c.version.String()
}

// Pointers returns the dialects that the release reads, which do not depend on the target.
func (c *LLC) Pointers(Target) PointerDialects { return c.version.pointers() }

// Staged returns true: on an H200, kernels that are limited by special functions (such as exp) become up to 3 % faster.
func (c *LLC) Staged() bool { return true }

// Recomputes returns false: llc computes such addresses ahead of the loop.
func (c *LLC) Recomputes() bool { return false }

// Compile compiles at -O3, with the optimizer if there is one. If this llc does not know the target or the PTX version,
// it compiles for the newest architecture that llc knows and whose code runs on the target, and rewrites the .version
// and .target lines. Only inline assembly can then use features of the target.
func (c *LLC) Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error) {
	if err := target.Validate(); err != nil {
		return PTX{}, err
	}
	cpu, version, err := c.nameable(target)
	if err != nil {
		return PTX{}, err
	}
	if c.opt != nil {
		if llvmIR, err = c.opt.Optimize(ctx, llvmIR); err != nil {
			return PTX{}, err
		}
	}
	text, log, err := runTool(ctx, llvmIR, c.path,
		"-march=nvptx64", "-mcpu="+cpu, "-mattr=+"+version.feature(), "-O3", "-o", "-", "-")
	if err != nil {
		return PTX{}, err
	}
	if cpu != target.Arch() || version != target.Version() {
		if text, err = retarget(text, target); err != nil {
			return PTX{}, err
		}
	}
	return finish(text, target, c.Name(), log)
}

// nameable returns the architecture and PTX version to request from llc.
func (c *LLC) nameable(target Target) (cpu string, version PTXVersion, err error) {
	version = target.Version()
	if c.newest.Less(version) {
		version = c.newest
	}
	if c.cpus[target.Arch()] && !version.Less(target.MinPTX()) {
		return target.Arch(), version, nil
	}
	var older []int
	for sm := range c.fallback {
		if sm <= target.SM && !version.Less(firstPTX[sm][Portable]) {
			older = append(older, sm)
		}
	}
	if len(older) == 0 {
		return "", version, fmt.Errorf("nvptx: %s can emit nothing that runs on %s", c.Name(), target.Arch())
	}
	return Target{SM: slices.Max(older)}.Arch(), version, nil
}
