package lit_test

import (
	"context"
	"fmt"
	"os"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/tools/lit"
)

// The project's tools are functions that run in the process.
func ExamplePrograms() {
	opt := lit.Programs()["tile-opt"]
	code := opt(context.Background(), program.Invocation{Args: []string{"--no-such-flag"}, Stdout: os.Stdout,
		Stderr: os.Stdout})
	fmt.Println(code)
	// Output:
	// tile-opt: flag provided but not defined: -no-such-flag; see --help
	// 1
}
