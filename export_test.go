package girih

import (
	"context"

	"github.com/girih-ir/girih/backend/nvptx"
)

// PTXByAny lets tests compile by compilers of their own.
func PTXByAny(p *Program, ctx context.Context, compilers []nvptx.Compiler, target nvptx.Target) (nvptx.PTX, []string,
	error) {
	return p.ptxByAny(ctx, func(yield func(nvptx.Compiler, error) bool) {
		for _, c := range compilers {
			if !yield(c, nil) {
				return
			}
		}
	}, target)
}
