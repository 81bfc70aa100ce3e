// Package vet finds mistakes in kernels written in Go without running anything: constructs that a kernel cannot have,
// wrong axes and shapes, tiles that do not fit in registers or shared memory, and accesses of memory that are slow.
//
// [Analyzer] is for drivers of go/analysis, such as tile-vet, which go vet can use:
//
//	go install github.com/girih-ir/girih/tools/tile-vet
//	go vet -vettool=$(which tile-vet) ./...
//
// [Check] does the same for the files of one package. A kernel is checked once for each line //girih:launch in its
// comment. Without such a line, it is checked for float32 and constants of 64.
package vet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel"
	"github.com/girih-ir/girih/lowering/pipeline"
)

// Finding is a mistake in a kernel, with its position. Lines and columns count from 1.
type Finding struct {
	File         string
	Line, Column int
	Message      string
}

// String returns the finding in the format of compiler errors.
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// DefaultTarget is the target for kernels whose comments do not name one.
const DefaultTarget = "sm_90"

// Check checks the kernels in the Go files in the root of a file system. imports has the files of packages whose
// functions they call, as [kernel.ImportsOf] returns them. The error is about files that cannot be read.
func Check(ctx context.Context, source fs.FS, imports map[string]fs.FS) ([]Finding, error) {
	list, err := kernel.Candidates(source)
	if err != nil {
		var d *ir.Diagnostic
		if errors.As(err, &d) {
			return []Finding{finding(d)}, nil
		}
		return nil, err
	}
	var found []Finding
	for _, l := range list {
		l.Options.Imports = imports
		found = append(found, checkKernel(ctx, source, l)...)
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(found), ctx.Err()
}

// checkKernel checks a kernel for one launcher.
func checkKernel(ctx context.Context, source fs.FS, l kernel.Launcher) []Finding {
	at := Finding{File: l.Function.File, Line: int(l.Function.Line), Column: int(l.Function.Column)}
	options := l.Options
	if options.Divisible == 0 {
		options.Divisible = 16 // the assumption of specialized variants
	}
	if options.Target = DefaultTarget; len(l.Targets) > 0 {
		options.Target = l.Targets[0]
	}
	k, err := kernel.Compile(source, l.Function.Name, options)
	if err != nil {
		return findings(err, at)
	}
	p, err := k.Program(ctx)
	if err != nil {
		return findings(err, at)
	}
	var found []Finding
	for _, d := range p.Warnings() {
		found = append(found, finding(d))
	}
	slow, err := slowAccesses(ctx, k, options)
	return append(append(found, slow...), findings(err, at)...)
}

// findings converts an error to findings. at is the position of errors without one.
func findings(err error, at Finding) []Finding {
	if err == nil {
		return nil
	}
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var all []Finding
		for _, e := range list.Unwrap() {
			all = append(all, findings(e, at)...)
		}
		return all
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) && ir.FileLocation(d.Loc) != nil {
		return []Finding{finding(d)}
	}
	at.Message = err.Error()
	return []Finding{at}
}

func finding(d *ir.Diagnostic) Finding {
	f := at(d.Loc)
	f.Message = d.Message
	for _, n := range d.Notes {
		f.Message += "\n\t" + n.Message
	}
	return f
}

func at(loc ir.Location) Finding {
	if place := ir.FileLocation(loc); place != nil {
		return Finding{File: place.File, Line: int(place.StartLine), Column: int(place.StartCol)}
	}
	return Finding{}
}

// slowFactor is the ratio of accessed to necessary sectors of memory from which on an access is a finding.
const slowFactor = 4

// slowAccesses returns the accesses of a kernel that touch many more sectors of memory than necessary. Accesses at
// loaded indices are not reported.
func slowAccesses(ctx context.Context, k *kernel.Kernel, o kernel.Options) ([]Finding, error) {
	m, err := k.Module()
	if err != nil {
		return nil, err
	}
	options, err := girih.OptionsFor(o.Target)
	if err != nil {
		return nil, err
	}
	options.NumWarps = o.NumWarps
	if err := m.Run(ctx, pipeline.New(pipeline.Layouts, options)); err != nil {
		return nil, err
	}
	tiles, ok := tile.AsKernel(ir.LookupSymbol(m.Operation(), k.Name()))
	if !ok {
		return nil, nil
	}
	list, err := accesses.Report(tiles)
	if err != nil {
		return nil, err
	}
	var found []Finding
	for _, a := range list {
		if a.Sectors < slowFactor*a.LeastSectors || isIndirect(a.Op.Operand(0), map[*ir.Value]bool{}) {
			continue
		}
		f := at(a.Op.Loc())
		f.Message = fmt.Sprintf("slow access: a warp touches %d sectors of memory where %d would do, as it does not go "+
			"along the last dimension: %s", a.Sectors, a.LeastSectors, advice(a))
		found = append(found, f)
	}
	return found, nil
}

// isIndirect reports whether an address depends on a loaded value.
func isIndirect(v *ir.Value, seen map[*ir.Value]bool) bool {
	def := v.DefiningOp()
	if def == nil || seen[v] {
		return false
	}
	seen[v] = true
	if accesses.IsAccess(def) {
		return true
	}
	for _, operand := range def.OperandValues() {
		if isIndirect(operand, seen) {
			return true
		}
	}
	return false
}

// advice returns how to improve a slow access.
func advice(a accesses.Access) string {
	for _, l := range a.Limits {
		if l.Cause == accesses.Contiguity && l.Width > 1 {
			return fmt.Sprintf("runs of only %d elements are next to each other", l.Width)
		}
	}
	return "swap the indices, or make the range of the last one longer"
}
