// Command tile-reduce makes a module smaller as long as a command still shows a bug.
package main

import (
	"context"
	"io"
	"os"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tools/cli"
	"github.com/girih-ir/girih/internal/tools/reduce"
)

func main() {
	os.Exit(cli.Main("tile-reduce", func(_ context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
		return reduce.Main(dialects.All(), args, stdin, stdout, stderr)
	}))
}
