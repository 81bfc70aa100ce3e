// Command tile-reduce makes a module smaller while a command still shows a bug.
package main

import (
	"os"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tools/reduce"
)

func main() { os.Exit(reduce.Main(dialects.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
