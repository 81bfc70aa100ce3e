package run

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
)

// unknownSize is the assumed value of unknown sizes.
const unknownSize = 16

// isGraph reports whether the input is a graph of torch.export.
func (o *options) isGraph() bool {
	return strings.HasSuffix(o.input, ".json") || strings.HasSuffix(o.input, ".json.gz")
}

// readModel reads a module, or a graph of torch.export.
func (o *options) readModel(stdin io.Reader) (*ir.Operation, error) {
	if o.isGraph() {
		main, err := torchmodels.Import(o.input)
		if err != nil {
			return nil, err
		}
		return main.Parent(), nil
	}
	source, err := []byte(nil), error(nil)
	if o.input == "" || o.input == "-" {
		source, err = io.ReadAll(stdin)
	} else {
		source, err = os.ReadFile(o.input)
	}
	if err != nil {
		return nil, err
	}
	return text.Parse(registry.NewContext(), &ir.Source{Name: o.input, Text: source}, text.ParseOptions{})
}

// explainModel runs a function of whole tensors, and prints its steps.
func (o *options) explainModel(ctx context.Context, stdin io.Reader, stdout io.Writer) (err error) {
	module, err := o.readModel(stdin)
	if err != nil {
		return err
	}
	name := o.kernel
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
	args := make([]*tensors.Tensor, m.Function.Region(0).Entry().NumArgs())
	if o.weights != "" {
		file, err := os.ReadFile(o.weights)
		if err != nil {
			return err
		}
		if args, err = models.Weights(m.Function, file); err != nil {
			return fmt.Errorf("%s: %w", o.weights, err)
		}
	}
	memory := physicalMemory()
	if err := numbersFor(m, args, memory); err != nil {
		return err
	}
	if err := models.New(m.Function, device, models.Options{MemoryLimit: memory}).Explain(ctx, stdout, args); err != nil {
		return err
	}
	for _, d := range m.Remarks {
		if _, err := fmt.Fprintln(stdout, d); err != nil {
			return err
		}
	}
	return nil
}

// numbersFor creates the arguments of a function that are nil: floats between -1 and 1, and small integers. Together
// they must not take more than limit bytes.
func numbersFor(m *torchmodels.Model, args []*tensors.Tensor, memory int64) (err error) {
	for k, arg := range m.Function.Region(0).Entry().Args() {
		t, ok := prim.TensorOf(arg.Type())
		if !ok {
			return m.Function.Errorf("argument %d is of type %s: --explain makes tensors only", k, ir.Quote(arg.Type()))
		}
		if args[k] != nil {
			continue
		}
		shape, n := make([]int, len(t.Shape)), 1.0
		for d, size := range t.Shape {
			if size == ir.Dynamic {
				size = unknownSize
			}
			shape[d] = int(size)
			n *= float64(size)
		}
		if bytes := 8 * n; bytes > float64(memory) {
			return m.Function.Errorf("%w: %.4g bytes for argument %d of type %s", tensors.ErrMemory, bytes, k,
				ir.Quote(arg.Type()))
		}
		list := make([]float64, int(n))
		for i := range list {
			if list[i] = math.Sin(float64(i*7 + k)); prim.DtypeOf(t.Elem) != prim.Float {
				list[i] = float64((i*7 + k) % 5)
			}
		}
		x, err := tensors.Of(m.Context.F64(), list, shape...)
		if err == nil {
			args[k], err = x.To(t.Elem)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
