package cuda

import "unsafe"

// A Device is a GPU.
type Device struct {
	driver  *Driver
	ordinal int
	id      int32
}

// Ordinal returns the number by which [Driver.Device] found the device.
func (d *Device) Ordinal() int { return d.ordinal }

// An Attribute is a CUdevice_attribute: a number that describes a device.
type Attribute int32

// Attributes that matter to a compiler and to a launcher (cuda.h,
// CUdevice_attribute). Sizes are in bytes, clock rates in kHz, bus widths in
// bits.
const (
	MaxThreadsPerBlock            Attribute = 1
	MaxBlockDimX                  Attribute = 2
	MaxBlockDimY                  Attribute = 3
	MaxBlockDimZ                  Attribute = 4
	MaxGridDimX                   Attribute = 5
	MaxGridDimY                   Attribute = 6
	MaxGridDimZ                   Attribute = 7
	MaxSharedPerBlock             Attribute = 8
	WarpSize                      Attribute = 10
	MaxRegistersPerBlock          Attribute = 12
	ClockRate                     Attribute = 13
	MultiprocessorCount           Attribute = 16
	MemoryClockRate               Attribute = 36
	GlobalMemoryBusWidth          Attribute = 37
	L2CacheSize                   Attribute = 38
	MaxThreadsPerMultiprocessor   Attribute = 39
	ComputeCapabilityMajor        Attribute = 75
	ComputeCapabilityMinor        Attribute = 76
	MaxSharedPerMultiprocessor    Attribute = 81
	MaxRegistersPerMultiprocessor Attribute = 82
	CooperativeLaunch             Attribute = 95
	MaxSharedPerBlockOptIn        Attribute = 97
	MaxBlocksPerMultiprocessor    Attribute = 106
)

// Name returns the marketing name, such as "NVIDIA H200".
func (d *Device) Name() (string, error) {
	var name [256]byte
	if err := d.driver.api.call(d.driver.api.deviceGetName,
		uintptr(unsafe.Pointer(&name[0])), uintptr(len(name)), uintptr(d.id)); err != nil {
		return "", err
	}
	name[len(name)-1] = 0
	return goString(&name[0]), nil
}

// Attribute returns the value of an attribute.
func (d *Device) Attribute(a Attribute) (int, error) {
	var v int32
	err := d.driver.api.call(d.driver.api.deviceGetAttribute,
		uintptr(unsafe.Pointer(&v)), uintptr(a), uintptr(d.id))
	return int(v), err
}

// ComputeCapability returns the version of the device's architecture, such as
// 9, 0 for sm_90.
func (d *Device) ComputeCapability() (major, minor int, err error) {
	if major, err = d.Attribute(ComputeCapabilityMajor); err != nil {
		return 0, 0, err
	}
	if minor, err = d.Attribute(ComputeCapabilityMinor); err != nil {
		return 0, 0, err
	}
	return major, minor, nil
}

// TotalMemory returns the size of the device's memory in bytes.
func (d *Device) TotalMemory() (uint64, error) {
	var n uint64
	err := d.driver.api.call(d.driver.api.deviceTotalMem, uintptr(unsafe.Pointer(&n)), uintptr(d.id))
	return n, err
}

// OpenContext opens the driver, and the primary context of the GPU with the given number, from 0. It is [Open],
// [Driver.Device] and [Device.Context] in one.
func OpenContext(ordinal int) (*Context, error) {
	driver, err := Open()
	if err != nil {
		return nil, err
	}
	device, err := driver.Device(ordinal)
	if err != nil {
		return nil, err
	}
	return device.Context()
}

// Context retains the device's primary context, the one that the CUDA runtime
// and other libraries in the process use too. Each call needs one
// [Context.Close].
func (d *Device) Context() (*Context, error) {
	c := &Context{api: &d.driver.api, device: d, handle: make([]uintptr, 1)}
	if err := c.api.call(c.api.primaryCtxRetain, uintptr(unsafe.Pointer(&c.handle[0])), uintptr(d.id)); err != nil {
		return nil, err
	}
	return c, nil
}
