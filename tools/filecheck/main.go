// Command filecheck checks a text against a check file. It takes the flags of LLVM's FileCheck and gives the same
// verdict.
package main

import (
	"context"
	"io"
	"os"

	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/lit/filecheck/command"
)

func main() {
	os.Exit(cli.Main("filecheck", func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return command.Main(ctx, command.Invocation{
			Name: os.Args[0], Args: args, Env: os.Environ(), Stdin: stdin, Stdout: stdout, Stderr: stderr,
		})
	}))
}
