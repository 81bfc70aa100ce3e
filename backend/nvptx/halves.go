package nvptx

import (
	"bytes"
)

// extension matches an extension of a half to a float: the result, the operand, and the text after the type.
var extension = pattern(`(?m)^(\s*)%(\S+) = fpext half (\S+) to float(.*)$`)

// assembleExtensions writes extensions of halves as assembly, so that no optimization makes vectors of them. It reports
// whether there are any.
//
//	%5 = fpext half %4 to float
//
// becomes
//
//	%"5.half" = bitcast half %4 to i16
//	%5 = call float asm "cvt.f32.f16 $0, $1;", "=f,h"(i16 %"5.half")
func assembleExtensions(llvmIR []byte) (out []byte, some bool) {
	out = extension().ReplaceAll(llvmIR, []byte(`$1%"$2.half" = bitcast half $3 to i16`+"\n"+
		`$1%$2 = call float asm "cvt.f32.f16 $$0, $$1;", "=f,h"(i16 %"$2.half")$4`))
	return out, !bytes.Equal(out, llvmIR)
}
