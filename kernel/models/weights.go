package models

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/hostdata"
	"github.com/girih-ir/girih/lowering/importtorch"
)

// ErrWeights is wrapped by errors about weights that are missing, or do not fit the function.
var ErrWeights = errors.New("wrong weights")

// Weights returns the arguments of a function that are stored in a safetensors file: parameters and buffers of the
// model, by their names in PyTorch. Other arguments are nil. Other contents of the file are ignored.
func Weights(f fn.Func, file []byte) ([]*tensors.Tensor, error) {
	stored, err := hostdata.ReadSafetensors(file)
	if err != nil {
		return nil, f.Errorf("%w: %w", ErrWeights, err)
	}
	names := importtorch.Parameters(f)
	args := make([]*tensors.Tensor, len(names))
	var missing []string
	for i, name := range names {
		if name == "" {
			continue
		}
		x, ok := stored[name]
		if !ok {
			missing = append(missing, name)
			continue
		}
		want, _ := prim.TensorOf(f.Type().Inputs[i])
		if x.Type() != fmt.Sprint(want.Elem) || !prim.Compatible(x.Shape(), want.Shape) {
			return nil, f.Errorf("%w: %s has shape %s and elements of type %s in the file, but the model takes %s", ErrWeights,
				strconv.Quote(name), prim.ShapeString(x.Shape()), x.Type(), ir.Quote(f.Type().Inputs[i]))
		}
		shape := make([]int, len(x.Shape()))
		for d, n := range x.Shape() {
			shape[d] = int(n)
		}
		if args[i], err = tensors.FromBytes(want.Elem, x.Encode(), shape...); err != nil {
			return nil, f.Errorf("%w: %s: %w", ErrWeights, strconv.Quote(name), err)
		}
	}
	if missing != nil {
		return nil, f.Errorf("%w: the file has no %s; it has %s", ErrWeights, someOf(missing), someOf(sortedNames(stored)))
	}
	return args, nil
}

func sortedNames[T any](m map[string]T) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// someOf lists the first names of a list, and the number of names.
func someOf(names []string) string {
	const most = 4
	if len(names) == 0 {
		return "nothing"
	}
	text := strings.Join(names[:min(most, len(names))], ", ")
	if n := len(names) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
