package models

import (
	"context"
	"fmt"
	"slices"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/prim"
)

// download returns the tensor at a place.
func (e *Execution) download(p *tensors.Place) (*tensors.Tensor, error) {
	m := &e.memories[p.Memory]
	raw, err := m.read()
	if err != nil {
		return nil, err
	}
	t, err := tensors.FromBytes(m.elem, raw, m.n)
	if err != nil {
		return nil, err
	}
	return tensors.View(t, p), nil
}

// Result returns a result of the last launch as a tensor of the host.
func (e *Execution) Result(ctx context.Context, i int) (*tensors.Tensor, error) {
	if i < 0 || i >= len(e.plan.Results) {
		return nil, fmt.Errorf("%w: there is no result %d; the program returns %d, counted from 0", ErrArguments, i,
			len(e.plan.Results))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.download(e.plan.Results[i])
}

// CopyResult enqueues a copy of a result of the last launch to an array, such as an argument of the next launch.
func (e *Execution) CopyResult(i int, to *Array) error {
	if i < 0 || i >= len(e.plan.Results) {
		return fmt.Errorf("%w: there is no result %d; the program returns %d, counted from 0", ErrArguments, i,
			len(e.plan.Results))
	}
	p := e.plan.Results[i]
	if p.Elem != to.elem || !slices.Equal(p.Shape, to.shape) {
		return fmt.Errorf("%w: result %d has shape %v and type %s, but the array has shape %v and type %s", ErrArguments, i,
			p.Shape, p.Elem, to.shape, to.elem)
	}
	if to.memory.bytes == nil || !slices.Equal(wide(p.Strides), prim.Contiguous(wide(p.Shape))) {
		t, err := e.download(p)
		if err != nil {
			return err
		}
		return to.Upload(t)
	}
	from, err := e.memories[p.Memory].part(p.Elem, int64(p.Offset)*elementBytes(p.Elem), to.memory.n)
	if err != nil {
		return err
	}
	return to.memory.bytes.CopyFromBuffer(nil, from.bytes)
}
