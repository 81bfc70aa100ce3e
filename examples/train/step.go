package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/pass"
)

// The sizes of the model: tokens per sequence, and different tokens. A batch is two sequences.
const sequences, length, vocabulary = 2, 12, 97

// trainer is a model with the state of its optimizer.
type trainer struct {
	gradient        *torchmodels.Model   // the loss, and its gradients
	adamw           []*torchmodels.Model // for weights of rank 1 and 2
	weights         []*tensors.Tensor
	firsts, seconds []*tensors.Tensor // moments
}

// load reads a model, makes the gradient of its loss, and weights.
func load(ctx context.Context, o options) (*trainer, error) {
	main, err := torchmodels.Import(o.graph)
	if err != nil {
		return nil, err
	}
	loss, weights, err := lossOf(main, o.checkpoint)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.graph, err)
	}
	module, err := text.ParseString(main.Context(), string(text.Print(main.Operation, text.Options{}))+loss)
	if err != nil {
		return nil, err
	}
	t := new(trainer)
	t.gradient, err = torchmodels.Lower(ctx, module, "loss_gradient", func(p *pass.Pipeline) {
		p.AddWith(gradients.Pass, &gradients.Options{Function: "loss"})
	})
	if err != nil {
		return nil, err
	}
	for _, typ := range []string{"tensor<?xf32>", "tensor<?x?xf32>"} {
		module, err := text.ParseString(main.Context(), strings.ReplaceAll(adamw, "T", typ))
		if err != nil {
			return nil, err
		}
		update, err := torchmodels.Lower(ctx, module, "adamw")
		if err != nil {
			return nil, err
		}
		t.adamw = append(t.adamw, update)
	}
	t.gradient.Names = weights
	for k := range weights {
		w, err := t.gradient.Weight(k)
		if err != nil {
			return nil, err
		}
		zeros, err := t.gradient.Zeros(k)
		if err != nil {
			return nil, err
		}
		t.weights, t.firsts, t.seconds = append(t.weights, w), append(t.firsts, zeros), append(t.seconds, zeros)
	}
	return t, nil
}

// lossOf returns the text of a function that computes the loss from the weights, the tokens, and the tokens after them:
// the mean cross entropy of the model's predictions for each sequence. It also returns the names of the weights.
func lossOf(main fn.Func, checkpoint bool) (source string, weights []string, err error) {
	var params, args, types []string
	names := importtorch.Parameters(main)
	for k, t := range main.Type().Inputs {
		if names[k] == "" {
			break
		}
		weights = append(weights, names[k])
		params, args = append(params, fmt.Sprintf("%%w%d: %s", k, t)), append(args, fmt.Sprintf("%%w%d", k))
		types = append(types, fmt.Sprint(t))
	}
	const one, ids, logits = "tensor<1x12xi64>", "tensor<2x12xi64>", "tensor<1x12x97xf32>"
	if n := len(weights); n == 0 || n+1 != len(names) || fmt.Sprint(main.Type()) !=
		"("+strings.Join(append(types, one), ", ")+") -> "+logits {
		return "", nil, fmt.Errorf("expected a model of weights and %s tokens, with %s logits", one, logits)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc.func @loss(%s, %%ids: %s, %%next: %s) -> tensor<f32> {\n", strings.Join(params, ", "),
		ids, ids)
	attribute := ""
	if checkpoint {
		attribute = " {" + gradients.Checkpoint + "}"
	}
	for i := range sequences {
		fmt.Fprintf(&b, "  %%s%d = torch.aten.slice.Tensor(%%ids, dim = 0, start = %d, end = %d) : (%s) -> %s\n", i, i, i+1,
			ids, one)
		fmt.Fprintf(&b, "  %%y%d = func.call @main(%s, %%s%d)%s : (%s, %s) -> %s\n", i, strings.Join(args, ", "), i,
			attribute, strings.Join(types, ", "), one, logits)
	}
	b.WriteString(`  %0 = torch.aten.cat([%y0, %y1]) : (tensor<1x12x97xf32>, tensor<1x12x97xf32>) -> tensor<2x12x97xf32>
  %1 = torch.aten.view(%0, size = [24, 97]) : (tensor<2x12x97xf32>) -> tensor<24x97xf32>
  %2 = torch.aten.view(%next, size = [24]) : (tensor<2x12xi64>) -> tensor<24xi64>
  %3 = torch.aten.cross_entropy_loss(%1, %2) : (tensor<24x97xf32>, tensor<24xi64>) -> tensor<f32>
  return %3 : tensor<f32>
}
`)
	return b.String(), weights, nil
}

// adamw is the step of AdamW (Loshchilov and Hutter, "Decoupled weight decay regularization") for weights x of type T,
// with gradient g and moments m and v, in step n. It uses beta 0.9 and 0.95, rate 3e-4 and decay 0.1.
const adamw = `func.func @adamw(%x: T, %g: T, %m: T, %v: T, %n: tensor<f32>) -> (T, T, T) {
  %0 = torch.mul(%m, 0.9) : (T) -> T
  %1 = torch.mul(%g, 0.1) : (T) -> T
  %first = torch.add(%0, %1) : (T, T) -> T
  %2 = torch.mul(%v, 0.95) : (T) -> T
  %3 = torch.mul(%g, %g) : (T, T) -> T
  %4 = torch.mul(%3, 0.05) : (T) -> T
  %second = torch.add(%2, %4) : (T, T) -> T
  %5 = torch.pow(0.9, %n) : (tensor<f32>) -> tensor<f32>
  %6 = torch.sub(1.0, %5) : (tensor<f32>) -> tensor<f32>
  %mean = torch.div(%first, %6) : (T, tensor<f32>) -> T
  %7 = torch.pow(0.95, %n) : (tensor<f32>) -> tensor<f32>
  %8 = torch.sub(1.0, %7) : (tensor<f32>) -> tensor<f32>
  %square = torch.div(%second, %8) : (T, tensor<f32>) -> T
  %9 = torch.sqrt(%square) : (T) -> T
  %10 = torch.add(%9, 1.0e-08) : (T) -> T
  %11 = torch.div(%mean, %10) : (T, T) -> T
  %12 = torch.mul(%11, 3.0e-04) : (T) -> T
  %13 = torch.mul(%x, 0.99997) : (T) -> T
  %y = torch.sub(%13, %12) : (T, T) -> T
  return %y, %first, %second : T, T, T
}`

// step changes the weights and returns the loss from before the change.
func (t *trainer) step(ctx context.Context, n int, ids, next []int64) (loss float64, err error) {
	m := t.gradient
	args := append([]*tensors.Tensor{}, t.weights...)
	for _, data := range [][]int64{ids, next} {
		x, err := m.Ints(data, sequences, length)
		if err != nil {
			return 0, err
		}
		args = append(args, x)
	}
	results, err := m.Run(ctx, args)
	if err != nil {
		return 0, err
	}
	count, err := tensors.Of(m.Context.F32(), []float32{float32(n)})
	if err != nil {
		return 0, err
	}
	for k, w := range t.weights {
		out, err := t.adamw[len(w.Shape())-1].Run(ctx, []*tensors.Tensor{w, results[k+1], t.firsts[k], t.seconds[k], count})
		if err != nil {
			return 0, err
		}
		t.weights[k], t.firsts[k], t.seconds[k] = out[0], out[1], out[2]
	}
	return results[0].Floats()[0], nil
}
