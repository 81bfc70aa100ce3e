package tt_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// ours maps parts of the texts of modules to messages that differ from Triton's.
var ours = map[string]string{
	// Triton accepts any axis and fails later.
	`"tt.reduce"(%v) <{axis = 2 : i32}>`: "axis must be in [0, 1)",
	`"tt.scan"(%v) <{axis = 2 : i32`:     "axis must be in [0, 1)",
	// Triton's message is about a dimension of size 0, which it inferred.
	`{axis = 3 : i32}`: "axis must be in [0, 1]",
	// Traits are checked in another order.
	`"tt.addptr"(%p, %o)`: "requires the same shape for all operands and results",
	// Triton suggests no operation with a similar name.
	`tt.reinterpret_tensor_descriptor`: "is unknown; did you mean 'tt.make_tensor_descriptor'?",
	// Triton adds a second message about the same location.
	`!tt.tensordesc<f32>`: "expected builtin.tensor, but found 'f32'",
}

func TestVerdictsAreTritons(t *testing.T) {
	data, err := os.ReadFile("testdata/verdicts.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(data), "// -----\n") {
		source, verdict := cut(part)
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for text, want := range ours {
				if strings.Contains(source, text) {
					if got := decide(source); !strings.Contains(got, want) {
						t.Errorf("%s\ngot %s, want %s", source, got, want)
					}
					return
				}
			}
			if diff := cmp.Diff(verdict, decide(source)); diff != "" {
				t.Errorf("%s\n%s", source, diff)
			}
		})
	}
}

// cut splits a part of a file into a module and Triton's verdict about it.
func cut(part string) (source, verdict string) {
	for _, start := range []string{"// accepted\n", "// error: "} {
		if i := strings.Index(part, start); i >= 0 {
			return part[:i], part[i:]
		}
	}
	return part, ""
}

// decide parses and verifies a module and returns the verdict in the format of testdata.
func decide(source string) string {
	ctx := registry.NewContext()
	ctx.OpText = text.OpLine
	var out strings.Builder
	report := func(d *ir.Diagnostic) {
		at := ir.FileLocation(d.Loc)
		fmt.Fprintf(&out, "// error: %d:%d: %s\n", at.StartLine, at.StartCol, d.Message)
	}
	module, err := text.ParseString(ctx, source)
	var syntax *ir.Diagnostic
	if errors.As(err, &syntax) {
		report(syntax)
	} else if ir.Verify(module, report) == nil {
		return "// accepted\n" + string(text.Print(module, text.Options{}))
	}
	return out.String()
}
