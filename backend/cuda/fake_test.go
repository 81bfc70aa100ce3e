package cuda

import (
	"errors"
	"sync"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A fakeGPU replaces the driver library: C functions, implemented in Go, with the driver's calling convention. Device
// memory is Go memory, kernels are Go functions. It checks rules that the real driver checks only sometimes: the
// calling thread must have a current context, and handles and addresses must be its own.
type fakeGPU struct {
	mu      sync.Mutex
	current map[int]uintptr // context by thread
	memory  map[uint64][]uint64
	host    map[uint64][]uint64
	kernels map[uintptr]*fakeKernel
	faults  []string
	fail    map[string]Result // results to return without a call
	calls   map[string]int

	attributes map[int32]int32
	largest    int32 // threads that a block can have
	graphs     map[uintptr][]*fakeNode
	capturing  []*fakeNode
	capture    bool
	extended   []launchAttribute
	resets     int
	jitOptions map[int32]uintptr
	launches   []fakeLaunch
	elapsed    float32
	query      Result
}

type fakeKernel struct {
	name    string
	sizes   []uintptr
	dynamic int32
	run     func(params []unsafe.Pointer)
}

type fakeLaunch struct {
	kernel      string
	grid, block Dim3
	shared      uint32
	stream      uintptr
}

const (
	fakeContext  = 0xC0
	fakeModule   = 0xD0
	fakeStream   = 0xE0
	fakeEvent    = 0xF0
	fakeKernelID = 0x1000
)

// fake is the fake GPU that the callbacks use. Callbacks cannot be freed, so they are created once. Tests do not run in
// parallel.
var fake *fakeGPU

var fakeAPI = sync.OnceValue(makeFakeAPI)

// newFake returns a driver whose library is a new fakeGPU.
func newFake(t *testing.T) (*Driver, *fakeGPU) {
	t.Helper()
	fake = &fakeGPU{
		current:    map[int]uintptr{},
		memory:     map[uint64][]uint64{},
		host:       map[uint64][]uint64{},
		kernels:    map[uintptr]*fakeKernel{},
		fail:       map[string]Result{},
		calls:      map[string]int{},
		attributes: map[int32]int32{75: 9, 76: 0, 16: 132, 97: 232448},
		largest:    1024,
		graphs:     map[uintptr][]*fakeNode{},
	}
	gpu := fake
	t.Cleanup(func() {
		for _, fault := range gpu.faults {
			t.Error(fault)
		}
	})
	return &Driver{api: fakeAPI()}, gpu
}

// newFakeContext is newFake with an open context.
func newFakeContext(t *testing.T) (*Context, *fakeGPU) {
	t.Helper()
	d, gpu := newFake(t)
	device, err := d.Device(0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := device.Context()
	if err != nil {
		t.Fatal(err)
	}
	return c, gpu
}

// load adds a kernel and returns it as a Function.
func (g *fakeGPU) load(t *testing.T, c *Context, k *fakeKernel) *Function {
	t.Helper()
	g.kernels[fakeKernelID+uintptr(len(g.kernels))] = k
	m, err := c.LoadModule([]byte("fake"), JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Function(k.name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// enter counts a call. If the function needs a context, it checks that of the thread. If the call is to fail, it
// returns false and the result to return.
func (g *fakeGPU) enter(name string, needsContext bool) (Result, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.calls[name]++
	if r, ok := g.fail[name]; ok {
		return r, false
	}
	if needsContext && g.current[threadID()] != fakeContext {
		g.faults = append(g.faults, name+" on a thread without the current context")
		return ErrorInvalidContext, false
	}
	return Success, true
}

// block returns n bytes at an address in memory that was allocated.
func (g *fakeGPU) block(space map[uint64][]uint64, address uint64, n uintptr) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	for start, words := range space {
		size := uint64(8 * len(words))
		if address >= start && address+uint64(n) <= start+size {
			all := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), size)
			return all[address-start:][:n]
		}
	}
	g.faults = append(g.faults, "access outside of allocated memory")
	return make([]byte, n)
}

func (g *fakeGPU) alloc(space map[uint64][]uint64, n uintptr) uint64 {
	words := make([]uint64, (n+7)/8)
	for i := range words {
		words[i] = 0xDEADBEEFDEADBEEF
	}
	address := uint64(uintptr(unsafe.Pointer(&words[0])))
	g.mu.Lock()
	defer g.mu.Unlock()
	space[address] = words
	return address
}

func (g *fakeGPU) free(space map[uint64][]uint64, address uint64) Result {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, ok := space[address]; !ok {
		g.faults = append(g.faults, "free of memory that is not allocated")
		return ErrorInvalidValue
	}
	delete(space, address)
	return Success
}

// callback makes a C function from a Go function.
func callback(name string, f any) function {
	return function{name: name, address: purego.NewCallback(f)}
}

func writeC(dst *byte, size int32, text string) {
	copy(unsafe.Slice(dst, size), text+"\x00")
}

// asError returns the *Error in err.
func asError(t *testing.T, err error) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T) is not an *Error", err, err)
	}
	return e
}
