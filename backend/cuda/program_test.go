package cuda

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/manifest"
)

func TestCodeForAnotherDeviceIsRefused(t *testing.T) {
	c, gpu := newFakeContext(t)
	const cubin, ptx = "\x7fELF...", ".version 8.0\n"
	for _, tt := range []struct {
		image, target string
		device        [2]int32
		ok            bool
	}{
		{ptx, "sm_80", [2]int32{9, 0}, true},
		{ptx, "sm_90", [2]int32{8, 0}, false},
		{ptx, "sm_90a", [2]int32{9, 0}, true},
		{ptx, "sm_90a", [2]int32{10, 0}, false},
		{ptx, "sm_100f", [2]int32{10, 3}, true},
		{ptx, "sm_100f", [2]int32{12, 0}, false},
		{cubin, "sm_80", [2]int32{8, 6}, true},
		{cubin, "sm_86", [2]int32{8, 0}, false},
		{cubin, "sm_80", [2]int32{9, 0}, false},
		{cubin, "", [2]int32{9, 0}, true},
		{cubin, "gfx90a", [2]int32{9, 0}, true},
	} {
		gpu.attributes[75], gpu.attributes[76] = tt.device[0], tt.device[1]
		before := gpu.calls["cuModuleLoadDataEx"]
		_, err := c.LoadProgram([]byte(tt.image), &manifest.Manifest{Target: tt.target}, JITOptions{})
		if (err == nil) != tt.ok {
			t.Errorf("%.4q for %s on %v: error %v", tt.image, tt.target, tt.device, err)
		}
		if err != nil && (!errors.Is(err, ErrWrongDevice) || !strings.Contains(err.Error(), tt.target) ||
			!strings.Contains(err.Error(), "--target=sm_") ||
			gpu.calls["cuModuleLoadDataEx"] != before) {
			t.Errorf("error %v", err)
		}
	}
}

func TestPTXThatIsTooNewSaysWhichDriverThereIs(t *testing.T) {
	c, gpu := newFakeContext(t)
	gpu.fail["cuModuleLoadDataEx"] = ErrorUnsupportedPTX
	_, err := c.LoadProgram([]byte(".version 9.0\n"), &manifest.Manifest{Target: "sm_90", PTXVersion: "9.0"}, JITOptions{})
	if !errors.Is(err, ErrDriverTooOld) || !strings.Contains(err.Error(), "PTX 9.0, the driver is for CUDA 12.4") ||
		!strings.Contains(err.Error(), "sm_90+ptx80") {
		t.Errorf("error %v", err)
	}
	gpu.fail["cuModuleLoadDataEx"] = ErrorNoBinaryForGPU
	if _, err := c.LoadModule([]byte("x"), JITOptions{}); !errors.Is(err, ErrWrongDevice) {
		t.Errorf("error %v", err)
	}
}

func TestProgramsGiveTheKernelsOfTheirManifest(t *testing.T) {
	c, gpu := newFakeContext(t)
	var seen []uint64
	m := &manifest.Kernel{Entry: "k"}
	loadKernel(t, c, gpu, m, &seen)
	p, err := c.LoadProgram([]byte("fake"), &manifest.Manifest{Kernels: []manifest.Kernel{*m}}, JITOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if k, err := p.Kernel("k"); err != nil || k.Launch(Dim3{}, nil) != nil {
		t.Errorf("kernel k: %v", err)
	}
	if _, err := p.Kernel("l"); err == nil || !strings.Contains(err.Error(), `no kernel "l"`) {
		t.Errorf("kernel l: %v", err)
	}
	if p.Module() == nil || p.Close() != nil {
		t.Error("the module cannot be closed")
	}
}
