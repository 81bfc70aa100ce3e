package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/girih-ir/girih/backend/manifest"
)

// A Program is a module together with the manifest of its kernels.
type Program struct {
	module   *Module
	manifest *manifest.Manifest
	mu       sync.Mutex
	kernels  []*Kernel // with workspaces
}

// LoadProgram loads PTX or a cubin that a manifest describes. Code for another device is refused before the driver gets
// it: the error wraps [ErrWrongDevice]. PTX that is too new for the driver returns [ErrDriverTooOld].
func (c *Context) LoadProgram(image []byte, m *manifest.Manifest, options JITOptions) (*Program, error) {
	if err := c.checkTarget(m.Target, isMachineCode(image)); err != nil {
		return nil, err
	}
	module, err := c.LoadModule(image, options)
	if err != nil {
		return nil, c.explainLoad(err, m)
	}
	return &Program{module: module, manifest: m}, nil
}

// Kernel returns the kernel of an entry point. It is launched as the manifest describes.
func (p *Program) Kernel(entry string) (*Kernel, error) {
	described, err := p.manifest.Kernel(entry)
	if err != nil {
		return nil, fmt.Errorf("cuda: %w", err)
	}
	k, err := p.module.kernel(described)
	if err != nil {
		return nil, err
	}
	for i, names := range [2][]string{described.Before, described.After} {
		for _, name := range names {
			step, err := p.step(k, name)
			if err != nil {
				return nil, err
			}
			k.steps[i] = append(k.steps[i], step)
		}
	}
	if len(described.Workspaces) > 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.kernels = append(p.kernels, k)
	}
	return k, nil
}

// Module returns the module, for functions and variables that are not in the manifest.
func (p *Program) Module() *Module { return p.module }

// Close unloads the module, and frees the workspaces of its kernels. The kernels must not be used any more.
func (p *Program) Close() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.kernels {
		err = errors.Join(err, k.workspaces.free())
	}
	p.kernels = nil
	return errors.Join(err, p.module.Close())
}

// isMachineCode distinguishes a cubin or fatbin from PTX.
func isMachineCode(image []byte) bool {
	return bytes.HasPrefix(image, []byte("\x7fELF")) || bytes.HasPrefix(image, []byte{0x50, 0xed, 0x55, 0xba})
}

// checkTarget compares the architecture of the code with the device's (CUDA C++ Programming Guide, binary and PTX
// compatibility). PTX runs on its architecture and later ones. Machine code runs on later minor versions of its own
// architecture. Code for sm_90a runs on sm_90 only, and code for sm_100f on later minor versions of its family.
func (c *Context) checkTarget(target string, machineCode bool) error {
	digits, ok := strings.CutPrefix(target, "sm_")
	if !ok {
		return nil // the manifest names no architecture
	}
	number := strings.TrimRight(digits, "af")
	variant := digits[len(number):]
	sm, err := strconv.Atoi(number)
	if err != nil {
		return nil
	}
	major, minor, err := c.device.ComputeCapability()
	if err != nil {
		return err
	}
	device := 10*major + minor
	sameMajor := sm/10 == major
	switch {
	case variant == "a" && sm == device:
	case variant == "f" && sameMajor && sm <= device:
	case variant == "" && sm <= device && (sameMajor || !machineCode):
	default:
		what := "PTX"
		if machineCode {
			what = "machine code"
		}
		return fmt.Errorf("cuda: %w: it is %s for %s, the device is sm_%d: compile with --target=sm_%[4]d",
			ErrWrongDevice, what,
			target, device)
	}
	return nil
}

// explainLoad adds to an error about PTX that is too new its version, and the driver's.
func (c *Context) explainLoad(err error, m *manifest.Manifest) error {
	if !errors.Is(err, ErrorUnsupportedPTX) {
		return err
	}
	major, minor, versionErr := c.device.driver.Version()
	if versionErr != nil {
		return err
	}
	return fmt.Errorf("the code is PTX %s, the driver is for CUDA %d.%d: %w", m.PTXVersion, major, minor, err)
}
