package launch

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/ir"
)

// ErrDevice is wrapped by errors about device names.
var ErrDevice = errors.New("no such device")

// Device runs kernels: a GPU, or the CPU. It is safe for concurrent use.
type Device struct {
	name string
	cuda *cuda.Context // nil for the CPU

	mutex  sync.Mutex
	loaded map[*Kernel]*loaded

	once    sync.Once
	context *ir.Context // of the programs that the CPU runs
}

// Open returns a device by its name: "cpu"; "cuda" or "cuda:1" for a GPU; or "" for the first GPU if there is one, and
// the CPU otherwise.
func Open(name string) (*Device, error) {
	ordinal := 0
	switch kind, number, numbered := strings.Cut(name, ":"); {
	case name == "cpu":
		return newDevice(name, nil), nil
	case name == "":
	case kind == "cuda" && numbered:
		var err error
		if ordinal, err = strconv.Atoi(number); err != nil || ordinal < 0 {
			return nil, fmt.Errorf("%w: %q; expected cpu, cuda, or cuda:1 for the second GPU", ErrDevice, name)
		}
	case kind != "cuda":
		return nil, fmt.Errorf("%w: %q; expected cpu, cuda, or cuda:1 for the second GPU", ErrDevice, name)
	}
	d, err := openGPU(ordinal)
	if name == "" && errors.Is(err, cuda.ErrNoDriver) {
		return newDevice("cpu", nil), nil
	}
	return d, err
}

func newDevice(name string, c *cuda.Context) *Device {
	return &Device{name: name, cuda: c, loaded: make(map[*Kernel]*loaded)}
}

func openGPU(ordinal int) (*Device, error) {
	c, err := cuda.OpenContext(ordinal)
	if err != nil {
		return nil, err
	}
	return newDevice(fmt.Sprint("cuda:", ordinal), c), nil
}

// String returns the device's name, such as "cpu" or "cuda:0".
func (d *Device) String() string { return d.name }

// IsGPU reports whether the device is a GPU.
func (d *Device) IsGPU() bool { return d.cuda != nil }

// SM returns the number of a GPU's architecture, such as 90 for sm_90; 0 for the CPU.
func (d *Device) SM() (int, error) {
	if d.cuda == nil {
		return 0, nil
	}
	major, minor, err := d.cuda.Device().ComputeCapability()
	return 10*major + minor, err
}

// Close unloads all kernels. Arrays of the device must not be used any more.
func (d *Device) Close() error {
	if d.cuda == nil {
		return nil
	}
	var errs []error
	for _, l := range d.loaded {
		errs = append(errs, l.close())
	}
	return errors.Join(append(errs, d.cuda.Close())...)
}

// Stream is a queue of launches, which run one after the other. On the CPU, a launch is complete when it returns.
type Stream struct {
	device *Device
	cuda   *cuda.Stream // nil for the default one, and on the CPU
}

// Stream returns the default stream. It waits for all other streams, and they wait for it.
func (d *Device) Stream() *Stream { return &Stream{device: d} }

// Device returns the device of the stream.
func (s *Stream) Device() *Device { return s.device }

// NewStream returns a new stream, to be released by Close.
func (d *Device) NewStream() (*Stream, error) {
	s := &Stream{device: d}
	if d.cuda == nil {
		return s, nil
	}
	var err error
	s.cuda, err = d.cuda.NewStream()
	return s, err
}

// Wait returns when all launches of the stream have ended, or when ctx is done. In the latter case, kernels on a GPU go
// on.
func (s *Stream) Wait(ctx context.Context) error {
	if s.device.cuda == nil {
		return ctx.Err()
	}
	end, err := s.device.cuda.NewEvent()
	if err != nil {
		return err
	}
	if err := end.Record(s.cuda); err != nil {
		return errors.Join(err, end.Close())
	}
	if err := end.Wait(ctx); err != nil {
		return err // the event is still in use
	}
	return end.Close()
}

// Close releases a stream of [Device.NewStream].
func (s *Stream) Close() error {
	if s.cuda == nil {
		return nil
	}
	return s.cuda.Close()
}
