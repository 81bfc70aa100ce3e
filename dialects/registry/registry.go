// Package registry lists all dialects of this project, for tools that know every one of them.
package registry

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
)

// All returns every dialect of the project.
func All() []*ir.Dialect {
	return []*ir.Dialect{builtin.Dialect, fn.Dialect, arith.Dialect}
}
