package rings_test

import (
	"context"
	"fmt"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
)

// compared runs a kernel for sm_90a on the simulator and in the reference executor, with equal arguments, and compares
// all arrays. It returns the compiled program.
func compared(source, kernel string, options girih.CompileOptions, arguments func(types *ir.Context) ([]any, error)) (
	*girih.Program, error) {
	m, err := girih.Parse(kernel+".mlir", []byte(source))
	if err != nil {
		return nil, err
	}
	options.SM, options.ArchSpecific = 90, true
	program, err := m.Clone().Compile(context.Background(), options)
	if err != nil {
		return nil, err
	}
	if err := m.Lower(context.Background(), girih.Layouts); err != nil {
		return nil, err
	}
	want, err := arguments(m.Operation().Context())
	if err != nil {
		return nil, err
	}
	if err := m.Execute(context.Background(), kernel, interp.Grid{1, 1, 1}, want...); err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	got, err := arguments(m.Operation().Context())
	if err != nil {
		return nil, err
	}
	launch := simt.Launch{Grid: [3]int32{1, 1, 1}, Seed: 3}
	if _, err := program.Execute(context.Background(), kernel, launch, got...); err != nil {
		return nil, err
	}
	for n := range want {
		x, isArray := want[n].(*interp.Array)
		if !isArray {
			continue
		}
		y := got[n].(*interp.Array)
		for i := range x.Len() {
			if x.Float64(i) != y.Float64(i) {
				return nil, fmt.Errorf("element %d of argument %d is %v, want %v", i, n, y.Float64(i), x.Float64(i))
			}
		}
	}
	return program, nil
}
