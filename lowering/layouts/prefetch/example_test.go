package prefetch_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/prefetch"
	"github.com/girih-ir/girih/pass"
)

// The loop carries the tiles of the next iteration.
func Example() {
	module, err := text.ParseString(registry.NewContext(), strings.NewReplacer("$BODY", "", "$DIV", "16").Replace(matmul))
	if err != nil {
		fmt.Println(err)
		return
	}
	pipeline := pass.NewPipeline("builtin.module")
	pipeline.Add(prefetch.Pass)
	if err := pipeline.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		fmt.Println(err)
	}
	for line := range strings.Lines(string(text.Print(module, text.Options{}))) {
		if strings.Contains(line, "tile.load") || strings.Contains(line, "scf.for") {
			fmt.Println(strings.Fields(line)[0], strings.Fields(line)[2])
		}
	}
	// Output:
	// %13 tile.load
	// %15 tile.load
	// %16:5 scf.for
	// %22 tile.load
	// %24 tile.load
}
