package assign

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/analysis/overlap"
	"github.com/girih-ir/girih/ir"
)

// assigner chooses the layouts of one kernel.
type assigner struct {
	ctx         *ir.Context
	b           *ir.Builder
	kernel      tile.Kernel
	info        *axisinfo.Info
	overlaps    *overlap.Info
	scans       map[axisOf]bool // axes along which tensors of a shape are scanned
	warps       int
	warpGroups  bool // whether the target has products of warp groups
	apart       bool // whether warp groups exchange elements by themselves
	sm          int  // for products of warps; 0 for none
	conversions map[conversionKey]float64
}

// Assign gives the tensors of one kernel, or of a function that kernels call, layouts over a block of warps. An error
// has the location of an operation for which there is no layout.
func Assign(kernel tile.Kernel, opts Options) error {
	return assign(kernel, axisinfo.Analyze(kernel), opts)
}

func assign(kernel tile.Kernel, info *axisinfo.Info, opts Options) error {
	ctx, warps := kernel.Context(), opts.NumWarps
	n := &network{
		assigner: &assigner{ctx: ctx, b: ir.NewBuilder(ctx), kernel: kernel, info: info,
			overlaps: overlap.Analyze(kernel.Operation), scans: scansOf(kernel.Operation), warps: warps,
			warpGroups: opts.WarpGroups, sm: opts.SM, apart: tilegpu.GroupsApart(kernel.Operation, warps),
			conversions: make(map[conversionKey]float64)},
		ofPass: make(map[*ir.Value]*class), uses: make(map[use]*class), origins: make(map[tilegpu.Encoding]int),
	}
	if err := n.build(kernel.Operation); err != nil {
		return err
	}
	if err := n.solve(); err != nil {
		return err
	}
	if err := n.realize(kernel.Operation); err != nil {
		return err
	}
	n.retypeFunction(kernel.Operation)
	kernel.SetAttr(tilegpu.NumWarps, ctx.Integer(ctx.I(32), int64(warps)))
	return nil
}

// axisOf is an axis of a shape. It is a key for maps: the type with elements i1 stands for the shape.
type axisOf struct {
	shape *ir.TensorType
	axis  int
}

// axis returns axis d of t's shape.
func axis(ctx *ir.Context, t *ir.TensorType, d int) axisOf {
	return axisOf{ctx.TensorType(t.Shape(), ctx.I(1), nil), d}
}

// scansOf returns the axes along which a kernel scans.
func scansOf(kernel *ir.Operation) map[axisOf]bool {
	out := make(map[axisOf]bool)
	kernel.Walk(func(op *ir.Operation) bool {
		if op.Is(&tile.Scan) {
			out[axis(op.Context(), op.Operand(0).Type().(*ir.TensorType), tile.Axis(op))] = true
		}
		return true
	})
	return out
}
