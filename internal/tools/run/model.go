package run

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
)

// unknownSize is what a size that the program does not know is taken to be.
const unknownSize = 16

// explainModel runs a function of whole tensors, and prints its steps.
func (o *options) explainModel(ctx context.Context, stdin io.Reader, stdout io.Writer) (err error) {
	source, name := []byte(nil), o.kernel
	if o.input == "" || o.input == "-" {
		source, err = io.ReadAll(stdin)
	} else {
		source, err = os.ReadFile(o.input)
	}
	if err != nil {
		return err
	}
	module, err := text.Parse(registry.NewContext(), &ir.Source{Name: o.input, Text: source}, text.ParseOptions{})
	if err != nil {
		return err
	}
	if name == "" {
		name = "main"
	}
	target := "gpu"
	if o.onDevice {
		o.explain = fmt.Sprint("cuda:", o.device)
	} else if o.explain == "cpu" {
		target = "cpu"
	}
	device, err := models.Open(o.explain)
	if err != nil {
		return err
	}
	defer func() {
		if closed := device.Close(); err == nil {
			err = closed
		}
	}()
	m, err := torchmodels.LowerFor(ctx, target, module, name)
	if err != nil {
		return err
	}
	args, err := numbersFor(m)
	if err != nil {
		return err
	}
	return models.New(m.Function, device, models.Options{}).Explain(ctx, stdout, args)
}

// numbersFor makes arguments for a function: floats between -1 and 1, and small integers.
func numbersFor(m *torchmodels.Model) (args []*tensors.Tensor, err error) {
	for k, arg := range m.Function.Region(0).Entry().Args() {
		t, ok := prim.TensorOf(arg.Type())
		if !ok {
			return nil, fmt.Errorf("argument %d is of type %s: --explain makes tensors only", k, ir.Quote(arg.Type()))
		}
		shape, n := make([]int, len(t.Shape)), 1
		for d, size := range t.Shape {
			if size == ir.Dynamic {
				size = unknownSize
			}
			shape[d] = int(size)
			n *= shape[d]
		}
		list := make([]float64, n)
		for i := range list {
			if list[i] = math.Sin(float64(i*7 + k)); prim.DtypeOf(t.Elem) != prim.Float {
				list[i] = float64((i*7 + k) % 5)
			}
		}
		x, err := tensors.Of(m.Context.F64(), list, shape...)
		if err == nil {
			x, err = x.To(t.Elem)
		}
		if err != nil {
			return nil, err
		}
		args = append(args, x)
	}
	return args, nil
}
