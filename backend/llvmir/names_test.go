package llvmir_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/llvmir"
)

func TestKernelsAndDeclarationsWithNamesThatPTXLacksAreRefused(t *testing.T) {
	for _, source := range []string{
		`llvm.func @"a.kernel"() attributes {nvvm.kernel} { llvm.return }`,
		`llvm.func @"_"() attributes {nvvm.kernel} { llvm.return }`,
		`llvm.func @"9lives"()`,
	} {
		_, err := llvmir.Print(parseText(t, source), llvmir.Typed)
		if err == nil || !strings.Contains(err.Error(), "cannot be a name in PTX: expected letters") {
			t.Errorf("%s: error %v", source, err)
		}
	}
}
