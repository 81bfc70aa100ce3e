// Package registry lists the dialects of this project, for tools that read any program. Libraries that only work on
// certain dialects load only those.
package registry

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/cf"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/memref"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/dialects/torch"
	"github.com/girih-ir/girih/dialects/tt"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
)

// All returns every dialect.
func All() []*ir.Dialect {
	return []*ir.Dialect{
		builtin.Dialect, fn.Dialect, arith.Dialect, math.Dialect, cf.Dialect, scf.Dialect, ub.Dialect, memref.Dialect,
		llvm.Dialect, nvvm.Dialect, gpu.Dialect, tilegpu.Dialect, tile.Dialect, tt.Dialect, prim.Dialect,
		torch.Dialect,
	}
}

// NewContext returns a context with every dialect loaded.
func NewContext() *ir.Context { return ir.NewContext(All()...) }
