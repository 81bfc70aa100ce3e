// Command filecheck checks that a text has what a check file expects of it. It takes the flags of LLVM's FileCheck and
// gives the same verdict.
package main

import (
	"context"
	"os"

	"github.com/girih-ir/girih/lit/filecheck/command"
)

func main() {
	os.Exit(command.Main(context.Background(), command.Invocation{
		Name: os.Args[0], Args: os.Args[1:], Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}))
}
