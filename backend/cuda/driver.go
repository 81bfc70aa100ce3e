package cuda

import (
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/girih-ir/girih/backend/internal/dynlib"
)

// A Driver is the loaded and initialized CUDA driver.
type Driver struct {
	api api
}

// Open loads libcuda and initializes it. It can be called more than once: the
// library is loaded once. If there is no driver, the error wraps [ErrNoDriver];
// if there is one but no GPU, errors.Is(err, ErrorNoDevice) holds.
func Open() (*Driver, error) {
	var reason error
	var tried []string
	for _, path := range libraryNames() {
		library, err := dynlib.Open(path)
		if err != nil {
			tried = append(tried, path)
			if reason == nil {
				reason = err
			}
			continue
		}
		d := new(Driver)
		if err := d.api.bind(library); err != nil {
			return nil, fmt.Errorf("cuda: %w: %w: install NVIDIA driver 470 or later", ErrDriverTooOld, err)
		}
		if err := d.api.call(d.api.init, 0); err != nil {
			return nil, err
		}
		return d, nil
	}
	return nil, fmt.Errorf("cuda: %w: %w (tried %s); install the NVIDIA driver for this machine's GPU (on WSL, in "+
		"Windows)",
		ErrNoDriver, reason, strings.Join(tried, ", "))
}

// libraryNames returns the names under which to look for libcuda, in order.
func libraryNames() []string {
	if runtime.GOOS == "windows" {
		return []string{"nvcuda.dll"}
	}
	return []string{"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}
}

// Version returns the newest CUDA version that the driver supports, such as
// 13, 0. It bounds the PTX version that [Context.LoadModule] accepts.
func (d *Driver) Version() (major, minor int, err error) {
	var v int32
	if err := d.api.call(d.api.driverGetVersion, uintptr(unsafe.Pointer(&v))); err != nil {
		return 0, 0, err
	}
	return int(v) / 1000, int(v) % 1000 / 10, nil
}

// DeviceCount returns the number of GPUs that the process may use (see
// CUDA_VISIBLE_DEVICES).
func (d *Driver) DeviceCount() (int, error) {
	var n int32
	err := d.api.call(d.api.deviceGetCount, uintptr(unsafe.Pointer(&n)))
	return int(n), err
}

// Device returns the GPU with the given number, from 0.
func (d *Driver) Device(ordinal int) (*Device, error) {
	dev := &Device{driver: d, ordinal: ordinal}
	if err := d.api.call(d.api.deviceGet, uintptr(unsafe.Pointer(&dev.id)), uintptr(ordinal)); err != nil {
		return nil, err
	}
	return dev, nil
}
