// Package pipeline defines the pipeline that lowers loosely typed tile programs to the program of one thread: the
// passes, their order and their options. Package girih compiles with it, and tools run it under the name tile-to-gpu.
//
// Start at [New].
package pipeline

import (
	"fmt"
	"math"
	"slices"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/lowering/layouts/accumulate"
	"github.com/girih-ir/girih/lowering/layouts/arrays"
	"github.com/girih-ir/girih/lowering/layouts/assign"
	"github.com/girih-ir/girih/lowering/layouts/bulkstores"
	"github.com/girih-ir/girih/lowering/layouts/earlybranches"
	"github.com/girih-ir/girih/lowering/layouts/loadhints"
	"github.com/girih-ir/girih/lowering/layouts/loadorder"
	"github.com/girih-ir/girih/lowering/layouts/overlapproducts"
	"github.com/girih-ir/girih/lowering/layouts/persistent"
	"github.com/girih-ir/girih/lowering/layouts/prefetch"
	"github.com/girih-ir/girih/lowering/layouts/registers"
	"github.com/girih-ir/girih/lowering/layouts/rings"
	"github.com/girih-ir/girih/lowering/layouts/sharetail"
	"github.com/girih-ir/girih/lowering/layouts/streams"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/contractions"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/lowering/strict/splitproducts"
	"github.com/girih-ir/girih/lowering/strict/splitrows"
	"github.com/girih-ir/girih/lowering/strict/splittiles"
	"github.com/girih-ir/girih/lowering/strict/tilearith"
	"github.com/girih-ir/girih/lowering/strict/views"
	"github.com/girih-ir/girih/lowering/threads/advance"
	"github.com/girih-ir/girih/lowering/threads/approximate"
	"github.com/girih-ir/girih/lowering/threads/contract"
	"github.com/girih-ir/girih/lowering/threads/convergence"
	"github.com/girih-ir/girih/lowering/threads/fragments"
	"github.com/girih-ir/girih/lowering/threads/mergebranches"
	"github.com/girih-ir/girih/lowering/threads/overlaplaunches"
	"github.com/girih-ir/girih/lowering/threads/producer"
	"github.com/girih-ir/girih/lowering/threads/tiletollvm"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/lowering/transforms/dce"
	"github.com/girih-ir/girih/lowering/transforms/inline"
	"github.com/girih-ir/girih/lowering/transforms/nestedfors"
	"github.com/girih-ir/girih/pass"
)

// Options change how programs are lowered. The zero value stands for the defaults.
type Options struct {
	// NumWarps is the number of warps, of 32 threads, that run one program; 0 stands for 4.
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SM is the oldest target that must run the program, such as 90 for sm_90; 0 stands for [tiletollvm.DefaultSM].
	// Instructions of later targets are not used.
	SM int `opt:"sm" help:"oldest target that must run the program, such as 90 for sm_90"`
	// ArchSpecific says that only target SM must run the program, as in sm_90a. The program may use instructions that
	// later targets do not have.
	ArchSpecific bool `opt:"arch-specific" help:"use instructions that only this target has, as for sm_90a"`
	// SharedMemory is the number of bytes of shared memory that a block of the target can have; 0 stands for the
	// largest of any target. If a kernel needs more, the error lists its buffers.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the largest of any target"`
	// AllowSpills turns an error into a warning: that threads must hold many times more values at once than they have
	// registers.
	AllowSpills bool `opt:"allow-spills" help:"only warn where threads hold many times more values than they have registers"`
	// RotateProducts, for sm_90a, computes the last matrix product of a loop asynchronously, while threads work on the
	// next iteration, if it uses results of other products of the loop. This takes more registers.
	RotateProducts bool `opt:"rotate-products" help:"compute the last product of a loop during the next iteration, for sm_90a"`
	// Turns, for sm_90a, says when warp groups take turns in loops with matrix products: tensor cores then compute
	// products of one warp group while the threads of another one work on results. It is auto, always or never; ""
	// stands for auto.
	Turns string `opt:"turns" help:"when warp groups take turns in loops with matrix products, for sm_90a" values:"auto,always,never"`
	// NoProducerWarp, for sm_90a, lets a thread of the program, instead of an additional warp, issue asynchronous
	// copies.
	NoProducerWarp bool `opt:"no-producer-warp" help:"let a thread of the program copy tiles asynchronously, for sm_90a"`
	// NoBulkStores, for sm_90a, lets threads store the results of tensor cores, even if bulk copies from shared memory
	// could.
	NoBulkStores bool `opt:"no-bulk-stores" help:"let threads store what tensor cores computed, for sm_90a"`
	// Blocks, for sm_90a, is the number of blocks that must fit in the shared memory of a multiprocessor at the same
	// time. While one begins or ends, the others work. With 0, the pipelined loads of matrix products may use all
	// shared memory that a block can have.
	Blocks int `opt:"blocks" help:"blocks that have to fit in a multiprocessor's shared memory, for sm_90a; 0 lets one block use all of it"`
	// Parts, from sm_90 on, is the number of blocks, in one cluster, that share each program. Each has a part of the
	// iterations of a loop that reduces a row (package splitrows). 0 stands for 1.
	Parts int `opt:"parts" help:"number of blocks that share a program that reduces a row in a loop, from sm_90 on"`
	// Persistent says when blocks run programs of the grid one after the other, for sm_90a, so that tiles of the next
	// one are copied while one ends. It is auto, where a multiprocessor has room for one block only, always or never;
	// "" stands for auto. Launches then have no more blocks than can be resident at the same time.
	Persistent string `opt:"persistent" help:"when blocks run programs one after the other, for sm_90a" values:"auto,always,never"`
	// Tail says what blocks that run programs one after the other do with the last of them, if there are fewer than
	// blocks: with whole, or "", some blocks are idle; with split, where that saves time, or always, several blocks share
	// each program, whose sums they add up in a fixed order (package sharetail). The order of a sum then depends on how
	// many blocks there are. Such kernels take workspaces.
	Tail string `opt:"tail" help:"whether several blocks share each program of the last round, where blocks run programs one after the other" values:"whole,split,always"`
	// CheckConvergence makes it an error, which wraps [convergence.ErrDivergence], if only some threads may reach a
	// barrier or a warp operation. Scalars that volatile assembly computes are assumed to differ between threads.
	CheckConvergence bool `opt:"check-convergence" help:"refuse barriers and warp operations that only some threads may reach"`
	// CheckContractions makes kernels stop with an assertion if the dynamic sizes of a contraction disagree, or if an
	// index lies outside of an operand where this is not allowed.
	CheckContractions bool `opt:"check-contractions" help:"add checks that stop a kernel if sizes of a contraction disagree or an index is out of bounds"`
	// Alternate puts the tiles of a product in a loop into two places of shared memory, alternately, if they are loaded
	// through registers and the loop has a constant number of iterations. This takes fewer barriers, and twice the
	// code.
	Alternate bool `opt:"alternate" help:"alternate between two places for tiles of products in shared memory"`
	// Cells is the number of tiles of each factor of a product that shared memory has room for, if threads copy them
	// asynchronously: one is multiplied while the others arrive. With 1, such tiles are loaded to registers. With 0,
	// contractions of f64 have three from sm_80 on, and others are loaded to registers.
	Cells int `opt:"cells" help:"tiles of a factor in shared memory, of which threads copy all but one ahead; 1 for registers"`
	// Stages says when the launch of a kernel with a contraction consists of several kernels: kernels that first copy
	// operands, and kernels that finally add up parts of sums. It is never, auto (by estimated costs), or always (where
	// possible); "" stands for never. Package cuda and the simulator run all kernels; other launchers must do it
	// themselves.
	Stages string `opt:"stages" help:"when a contraction may take further kernels: some before it that copy operands, one after it that adds partial sums" values:"never,auto,always"`
	// Early says when, from sm_90 on, launches may begin before the previous work on their stream has ended
	// (programmatic dependent launch): their blocks start, and wait for that work. Package cuda launches such kernels
	// in this way, and other launchers may: see waits_first of manifests. A sequence of small kernels takes less time.
	// It is auto, always or never; "" stands for auto. Such kernels lose the promise that arrays do not overlap; auto
	// leaves kernels with this promise as they are.
	Early string `opt:"early" help:"when launches begin before the previous work on their stream has ended, from sm_90 on" values:"auto,always,never"`
	// Remarks reports, with severity [ir.Remark], by which instructions each product is computed, and why not by faster
	// ones, and which loops several blocks could share (see Parts).
	Remarks bool `opt:"remarks" help:"report by which instructions each product is computed, and why, and loops that blocks could share"`
}

func (o Options) withDefaults() Options {
	if o.NumWarps == 0 {
		o.NumWarps = 4
	}
	if o.SM == 0 {
		o.SM = tiletollvm.DefaultSM
	}
	if o.Parts == 0 {
		o.Parts = 1
	}
	if o.Turns == "" {
		o.Turns = "auto"
	}
	if o.Persistent == "" {
		o.Persistent = "auto"
	}
	if o.Tail == "" {
		o.Tail = "whole"
	}
	if o.Early == "" {
		o.Early = "auto"
	}
	if o.Stages == "" {
		o.Stages = "never"
	}
	return o
}

// warpGroups reports whether the target has matrix products of warp groups.
func (o Options) warpGroups() bool { return o.SM == 90 && o.ArchSpecific }

// leastOverlap is the least target whose launches overlap.
const leastOverlap = 90

// leastLoadHints is the least target on which hints of loads were measured.
const leastLoadHints = 90

// producerWarp reports whether an additional warp makes asynchronous copies.
func (o Options) producerWarp() bool { return !o.NoProducerWarp }

// Level is a stage of compilation.
type Level uint8

const (
	// Loose is the level that front ends emit: operands of an operation may differ in element type and shape.
	Loose Level = iota
	// Strict has every conversion and broadcast explicit. Arithmetic consists of operations of arith and math on
	// signless types. Parallel loops have become nested scf.for operations, and functions are inlined into kernels.
	Strict
	// Layouts has pointers instead of arrays (see package lowering/strict/views for the arguments), and every tensor
	// has a layout, which says which thread holds which elements.
	Layouts
	// Threads is the program of one thread, in the dialects llvm and nvvm.
	Threads
)

var levelNames = []string{Loose: "loose", Strict: "strict", Layouts: "layouts", Threads: "llvm"}

// String returns the name of the level, as [ParseLevel] reads it.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level of a name: loose, strict, layouts or llvm.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(levelNames, name)
	if i < 0 {
		return 0, fmt.Errorf("no level is named %q: expected loose, strict, layouts or llvm", name)
	}
	return Level(i), nil
}

// maxInlining bounds the rounds of inlining, for functions that call each other.
const maxInlining = 4

// inliner inlines functions into the kernels that call them, except for recursive functions and those with no_inline.
// It runs no other passes on them.
var inliner = inline.New(func() *pass.Registry { return nil })

// New returns the pipeline that lowers a builtin.module to a level. Operations that are already at the level stay as
// they are, except that dead ones are erased.
func New(to Level, o Options) *pass.Pipeline {
	o = o.withDefaults()
	p := pass.NewPipeline(builtin.ModuleOp.Name)
	if to >= Strict {
		p.AddWith(contractions.Pass, &contractions.Options{Remarks: o.Remarks, Check: o.CheckContractions,
			NumWarps: o.NumWarps, SM: o.SM, SharedMemory: o.SharedMemory, Boxes: o.warpGroups(), Stages: o.Stages})
		p.Add(nestedfors.ForallPass)
		p.AddWith(nestedfors.ParallelPass, &nestedfors.Options{Reductions: true})
		p.AddWith(inliner, &inline.Options{MaxIterations: maxInlining, InliningThreshold: math.MaxUint32})
		p.Add(promote.Pass, broadcast.Pass, tilearith.Pass)
		if o.Parts != 1 || o.Remarks {
			p.AddWith(splitrows.Pass, &splitrows.Options{Parts: o.Parts, SM: o.SM, Remarks: o.Remarks})
		}
	}
	if to >= Layouts {
		p.Add(splittiles.Pass)
		if !o.warpGroups() && o.Tail != "whole" {
			p.AddWith(sharetail.Pass, &sharetail.Options{Tail: o.Tail}) // refuses kernels
		}
		if o.warpGroups() {
			p.AddWith(arrays.Pass, &arrays.Options{NumWarps: o.NumWarps, Remarks: o.Remarks})
			if o.producerWarp() {
				if o.Parts == 1 && (o.Blocks <= 1 || o.Persistent == "always") {
					p.AddWith(persistent.Pass, &persistent.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory,
						Persistent: o.Persistent, Remarks: o.Remarks})
				}
				if o.Parts == 1 && o.Tail != "whole" {
					p.AddWith(sharetail.Pass, &sharetail.Options{Tail: o.Tail, WarpGroups: true, Remarks: o.Remarks})
				}
				p.AddWith(rings.Pass, &rings.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory, Nested: true,
					Rotate: o.RotateProducts, Turns: o.Turns, Remarks: o.Remarks})
			}
			p.AddWith(streams.Pass, &streams.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory, Blocks: o.Blocks,
				Remarks: o.Remarks})
			p.AddWith(rings.Pass, &rings.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory,
				Rotate: o.RotateProducts, Turns: o.Turns, Remarks: o.Remarks})
			p.AddWith(overlapproducts.Pass, &overlapproducts.Options{NumWarps: o.NumWarps})
			if !o.NoBulkStores {
				p.AddWith(bulkstores.Pass, &bulkstores.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory,
					Remarks: o.Remarks})
			}
		}
		p.Add(views.Pass)
		p.AddWith(splitproducts.Pass, &splitproducts.Options{SM: o.SM})
		p.AddWith(mathexpand.Pass, &mathexpand.Options{SM: o.SM})
		p.AddWith(stripmine.Pass, &stripmine.Options{NumWarps: o.NumWarps, SharedMemory: o.SharedMemory})
		p.AddWith(accumulate.Pass, &accumulate.Options{NumWarps: o.NumWarps})
		p.AddWith(prefetch.Pass, &prefetch.Options{NumWarps: o.NumWarps, Alternate: o.Alternate,
			Cells: o.Cells, Remarks: o.Remarks})
		p.AddWith(loadorder.Pass, &loadorder.Options{NumWarps: o.NumWarps})
		p.AddWith(assign.Pass, &assign.Options{NumWarps: o.NumWarps, WarpGroups: o.warpGroups(), SM: o.SM,
			Remarks: o.Remarks})
		if o.SM >= leastLoadHints {
			p.Add(loadhints.Pass)
		}
	}
	if to >= Threads {
		if o.warpGroups() {
			p.Add(earlybranches.Pass)
		}
		p.AddWith(registers.Pass, &registers.Options{AllowSpills: o.AllowSpills})
		p.AddWith(tiletollvm.Pass, &tiletollvm.Options{SM: o.SM, SharedMemory: o.SharedMemory})
		if o.warpGroups() && o.producerWarp() {
			p.AddWith(producer.Pass, &producer.Options{Remarks: o.Remarks})
		}
		p.Add(dce.Pass, contract.Pass, approximate.Pass, cse.Pass, fragments.Pass, advance.Pass, mergebranches.Pass)
		if o.SM >= leastOverlap {
			p.AddWith(overlaplaunches.Pass, &overlaplaunches.Options{Early: o.Early})
		}
		if o.CheckConvergence {
			p.Add(convergence.Pass)
		}
	}
	return p
}

// TileToGPU is the pipeline with the name tile-to-gpu, for flags and textual pipelines of tools.
var TileToGPU = &pass.Named{
	Name:    "tile-to-gpu",
	Summary: "Lower tile programs to the program of one thread, as the compiler does",
	Options: func() any { return &named{To: Threads.String(), Options: Options{}.withDefaults()} },
	Build: func(p *pass.Pipeline, options any) error {
		o := options.(*named)
		to, err := ParseLevel(o.To)
		if err != nil {
			return err
		}
		p.Steps = append(p.Steps, New(to, o.Options).Steps...)
		return nil
	},
}

// named are the options of [TileToGPU].
type named struct {
	To string `opt:"to" help:"level to lower to" values:"strict,layouts,llvm"`
	Options
}
