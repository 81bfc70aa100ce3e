package program_test

import (
	"context"
	"os"

	"github.com/girih-ir/girih/lit/program"
)

func ExampleStandard() {
	echo := program.Standard()["echo"]
	echo(context.Background(), program.Invocation{Args: []string{"a", "b"}, Stdout: os.Stdout, Stderr: os.Stderr})
	// Output:
	// a b
}
