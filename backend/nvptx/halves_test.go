package nvptx

import "testing"

func TestExtensionsOfHalvesAreAssembly(t *testing.T) {
	const before = `define void @f(half %p) {
	%1 = fpext half %p to float
	%2 = fpext half 0xH3C00 to float, !dbg !7
	%3 = fpext float %1 to double
	ret void
}`
	const after = `define void @f(half %p) {
	%"1.half" = bitcast half %p to i16
	%1 = call float asm "cvt.f32.f16 $0, $1;", "=f,h"(i16 %"1.half")
	%"2.half" = bitcast half 0xH3C00 to i16
	%2 = call float asm "cvt.f32.f16 $0, $1;", "=f,h"(i16 %"2.half"), !dbg !7
	%3 = fpext float %1 to double
	ret void
}`
	if got, some := assembleExtensions([]byte(before)); string(got) != after || !some {
		t.Errorf("got\n%s\nwant\n%s", got, after)
	}
	if _, some := assembleExtensions([]byte("define void @f() {\n\tret void\n}")); some {
		t.Error("a module without extensions has some")
	}
}
