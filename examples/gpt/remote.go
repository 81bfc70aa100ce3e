package main

import (
	"context"
	"errors"

	"github.com/girih-ir/girih/kernel/models"
)

// remote is a model on a device other than the CPU. Its weights and caches stay there.
type remote struct {
	device *models.Device
	arrays []*models.Array
	bound  *models.Execution
}

// newRemote copies the arguments of a model to a device.
func newRemote(name string, m *model) (*remote, error) {
	device, err := models.Open(name)
	if err != nil {
		return nil, err
	}
	r := &remote{device: device, arrays: make([]*models.Array, len(m.args))}
	for i, a := range m.args {
		switch {
		case a != nil:
			r.arrays[i], err = device.Upload(a)
		case i == m.inputs: // the token
			r.arrays[i], err = device.Empty(m.Context.I(64), 1, 1)
		default: // its position
			r.arrays[i], err = device.Empty(m.Context.I(64), 1)
		}
		if err != nil {
			return nil, errors.Join(err, device.Close())
		}
	}
	return r, nil
}

// step computes logits. Each cache among the results becomes the cache of the next step.
func (r *remote) step(ctx context.Context, m *model) ([]float64, error) {
	err := errors.Join(r.arrays[m.inputs].Upload(m.args[m.inputs]), r.arrays[m.inputs+1].Upload(m.args[m.inputs+1]))
	if err == nil && r.bound == nil { // in the first step
		r.bound, err = models.New(m.Function, r.device, models.Options{}).Bind(ctx, r.arrays...)
	}
	if err == nil {
		err = r.bound.Launch(ctx)
	}
	for i := m.inputs + 2; i < len(r.arrays) && err == nil; i++ {
		err = r.bound.CopyResult(1+i-m.inputs-2, r.arrays[i])
	}
	if err != nil {
		return nil, err
	}
	logits, err := r.bound.Result(ctx, 0)
	if err != nil {
		return nil, err
	}
	return logits.Floats(), nil
}

// close frees the device's memory.
func (m *model) close() error {
	if m.remote == nil {
		return nil
	}
	var errs []error
	if m.remote.bound != nil {
		errs = append(errs, m.remote.bound.Close())
	}
	for _, a := range m.remote.arrays {
		errs = append(errs, a.Free())
	}
	return errors.Join(append(errs, m.remote.device.Close())...)
}
