package hosted_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/girih-ir/girih/internal/hosted"
)

// Rounding, and conversions to 8-bit floats, are those of the PTX ISA.
func TestFloatsAreRounded(t *testing.T) {
	host := hosted.New(t)
	const text = `define ptx_kernel void @k(ptr addrspace(1) %out) {
  %a = call i16 asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f"(float 0x3F8E000000000000, float -1.0e9)
  %b = call i16 asm "cvt.rn.satfinite.e5m2x2.f32 $0, $1, $2;", "=h,f,f"(float 0x7FF8000000000000, float 11.0)
  %x = zext i16 %a to i32
  store i32 %x, ptr addrspace(1) %out
  %q1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  %y = zext i16 %b to i32
  store i32 %y, ptr addrspace(1) %q1
  %q2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  %c = call float asm "div.rp.f32 $0, $1, $2;", "=f,f,f"(float -1.0, float 3.0)
  store float %c, ptr addrspace(1) %q2
  %q3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  %d = call float asm "sqrt.rz.f32 $0, $1;", "=f,f"(float 11.0)
  store float %d, ptr addrspace(1) %q3
  ret void
}
`
	got, err := host.Run(hosted.Launch{Text: text, Threads: 32, Grid: [3]int{1, 1, 1}, Memory: make([]byte, 16),
		Args: []hosted.Arg{{}}})
	if err != nil {
		t.Fatal(err)
	}
	third, root := float32(-1)/3, float32(math.Sqrt(11))
	for i, want := range []uint32{
		0x08fe, // 7.5 units of 2^-9, a tie, and the least number
		0x7f4a, // not a number; 11 is between 10 and 12, whose mantissa is odd
		math.Float32bits(third) - 1, math.Float32bits(root) - 1,
	} {
		if bits := binary.LittleEndian.Uint32(got[4*i:]); bits != want {
			t.Errorf("number %d is %#x, not %#x", i, bits, want)
		}
	}
}
