package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// A Module is code loaded into a context.
type Module struct {
	ctx    *Context
	handle uintptr
	log    string

	raising sync.Mutex // serializes raising a bound on dynamic shared memory
}

// JITOptions say how the driver assembles PTX. They have no effect on a cubin. The zero value means the driver's
// defaults.
type JITOptions struct {
	MaxRegisters int  // bound on the registers of a thread; 0: none
	LineInfo     bool // keep the PTX's line table for profilers and sanitizers
	Verbose      bool // put the resources of each function in the log
}

// A JITError is a failure to load a module, with the log of the driver's
// assembler.
type JITError struct {
	Err error // an *Error
	Log string
}

// Error gives the driver's error and the log.
func (e *JITError) Error() string {
	if e.Log == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "\n" + e.Log
}

// Unwrap returns Err.
func (e *JITError) Unwrap() error { return e.Err }

// Options of cuModuleLoadDataEx (cuda.h, CUjit_option).
const (
	jitMaxRegisters    int32 = 0
	jitInfoLog         int32 = 3
	jitInfoLogSize     int32 = 4
	jitErrorLog        int32 = 5
	jitErrorLogSize    int32 = 6
	jitLogVerbose      int32 = 12
	jitGenerateLineNum int32 = 13
)

const jitLogSize = 16 << 10

// LoadModule loads PTX text, a cubin or a fatbin. If PTX has errors, they are in the Log of the returned *[JITError].
func (c *Context) LoadModule(image []byte, options JITOptions) (*Module, error) {
	if len(image) == 0 {
		return nil, errors.New("cuda: the module is empty")
	}
	// Text must end with a NUL; the driver finds the size of a binary in its header.
	image = append(bytes.Clone(image), 0)

	var pinned runtime.Pinner
	defer pinned.Unpin()
	info, failure := make([]byte, jitLogSize), make([]byte, jitLogSize)
	pinned.Pin(&info[0])
	pinned.Pin(&failure[0])
	keys := []int32{jitInfoLog, jitInfoLogSize, jitErrorLog, jitErrorLogSize}
	values := []uintptr{uintptr(unsafe.Pointer(&info[0])), jitLogSize, uintptr(unsafe.Pointer(&failure[0])), jitLogSize}
	if options.MaxRegisters > 0 {
		keys, values = append(keys, jitMaxRegisters), append(values, uintptr(options.MaxRegisters))
	}
	if options.LineInfo {
		keys, values = append(keys, jitGenerateLineNum), append(values, 1)
	}
	if options.Verbose {
		keys, values = append(keys, jitLogVerbose), append(values, 1)
	}

	m := &Module{ctx: c}
	err := c.call(c.api.moduleLoadDataEx, uintptr(unsafe.Pointer(&m.handle)), uintptr(unsafe.Pointer(&image[0])),
		uintptr(len(keys)), uintptr(unsafe.Pointer(&keys[0])), uintptr(unsafe.Pointer(&values[0])))
	if err != nil {
		return nil, &JITError{Err: err, Log: logText(failure)}
	}
	m.log = logText(info)
	return m, nil
}

// logText returns the text before the first NUL.
func logText(buffer []byte) string {
	text, _, _ := bytes.Cut(buffer, []byte{0})
	return strings.TrimSpace(string(text))
}

// Log returns the output of the driver's assembler from loading the module.
func (m *Module) Log() string { return m.log }

// Close unloads the module; its functions must not be used any more.
func (m *Module) Close() error { return m.ctx.release(m.ctx.api.moduleUnload, m.handle) }

// Global returns the address and the size in bytes of a global variable.
func (m *Module) Global(name string) (DevicePointer, uint64, error) {
	var v struct{ address, size uint64 }
	symbol := append([]byte(name), 0)
	if err := m.ctx.call(m.ctx.api.moduleGetGlobal, uintptr(unsafe.Pointer(&v.address)),
		uintptr(unsafe.Pointer(&v.size)), m.handle, uintptr(unsafe.Pointer(&symbol[0]))); err != nil {
		return 0, 0, fmt.Errorf("global %q: %w", name, err)
	}
	return DevicePointer(v.address), v.size, nil
}

// Function returns a kernel of the module.
func (m *Module) Function(name string) (*Function, error) {
	f := &Function{ctx: m.ctx, module: m, name: name}
	symbol := append([]byte(name), 0)
	if err := m.ctx.call(m.ctx.api.moduleGetFunction, uintptr(unsafe.Pointer(&f.handle)),
		m.handle, uintptr(unsafe.Pointer(&symbol[0]))); err != nil {
		return nil, fmt.Errorf("function %q: %w", name, err)
	}
	if err := f.readParameters(); err != nil {
		return nil, err
	}
	return f, nil
}
