package fusion_test

import (
	"bytes"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
)

func TestFusedModelsComputeWhatTheirPrimitivesDo(t *testing.T) {
	for _, name := range []string{"mlp_small", "resnet18_small", "gpt_small", "gpt_step_small", "gpt_train_small"} {
		t.Run(name, func(t *testing.T) {
			module, args := tensorgen.Model(t, name)
			f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
			want, err := tensors.Run(t.Context(), f, args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			program := tensors.NewProgram(fuse(t, module, "main", "cpu"))
			for range 2 { // the second time with memory that has been used
				got, err := program.Run(t.Context(), args, tensors.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for i, w := range want {
					if !bytes.Equal(got[i].Bytes(), w.Bytes()) {
						t.Fatalf("result %d is %v, want %v", i, got[i], w)
					}
				}
			}
		})
	}
}
