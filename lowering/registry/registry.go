// Package registry lists the passes of this project, for tools that run any pipeline. Libraries that run certain passes
// import just those.
package registry

import (
	"github.com/girih-ir/girih/lowering/arithexpand"
	"github.com/girih-ir/girih/lowering/broadcast"
	"github.com/girih-ir/girih/lowering/canonicalize"
	"github.com/girih-ir/girih/lowering/cse"
	"github.com/girih-ir/girih/lowering/layouts"
	"github.com/girih-ir/girih/lowering/promote"
	"github.com/girih-ir/girih/lowering/sccp"
	"github.com/girih-ir/girih/lowering/scftocf"
	"github.com/girih-ir/girih/lowering/stripdebug"
	"github.com/girih-ir/girih/lowering/symboldce"
	"github.com/girih-ir/girih/lowering/tilearith"
	"github.com/girih-ir/girih/lowering/tilellvm"
	"github.com/girih-ir/girih/lowering/views"
	"github.com/girih-ir/girih/pass"
)

// Passes returns every pass.
func Passes() []*pass.Pass {
	return []*pass.Pass{canonicalize.Pass, cse.Pass, promote.Pass, broadcast.Pass, tilearith.Pass, views.Pass, layouts.Pass, tilellvm.Pass,
		scftocf.Pass, sccp.Pass, symboldce.Pass, stripdebug.Pass, arithexpand.Pass}
}
