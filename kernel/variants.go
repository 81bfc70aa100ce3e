package kernel

import (
	"context"
	"slices"
	"strings"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/launch"
)

// divisor is the divisor of arrays' addresses and sizes that specialized variants of a kernel assume. Accesses are at
// most 16 bytes wide.
const divisor = 16

// maxOnes bounds the number of integers for which there is a variant in which they are 1.
const maxOnes = 2

// variants returns the variants that launches choose from, those with more assumptions first.
func (k *Kernel) variants(ctx context.Context, m *girih.Module) (list []launch.Variant, err error) {
	asked := launch.Variant{Divisible: k.options.Divisible, Except: k.options.Except, Ones: k.options.Ones}
	if asked.Divisible > 1 || asked.Ones != nil {
		return []launch.Variant{asked}, nil
	}
	wide := launch.Variant{Divisible: divisor}
	if wide.Except, err = k.indifferent(ctx, m); err != nil {
		return nil, err
	}
	for _, name := range k.factors(m) {
		one := wide
		one.Ones = []string{name}
		list = append(list, one)
	}
	return append(list, wide, launch.Variant{}), nil
}

// with returns the kernel with the assumptions of a variant.
func (k *Kernel) with(v launch.Variant) *Kernel {
	out := &Kernel{name: k.name, source: k.source, options: k.options}
	out.options.Divisible, out.options.Except, out.options.Ones = v.Divisible, v.Except, v.Ones
	return out
}

// indifferent returns the arrays and pointers whose divisibility does not change the code, so that the variant need not
// assume it: for example arrays of which each program accesses a single element.
func (k *Kernel) indifferent(ctx context.Context, m *girih.Module) (except []string, err error) {
	best, err := k.body(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, p := range m.Parameters(k.name) {
		if p.Kind != manifest.Array && p.Kind != manifest.Pointer {
			continue
		}
		without := append(slices.Clone(except), p.Name)
		text, err := k.body(ctx, without)
		if err != nil {
			return nil, err
		}
		if text == best {
			except = without
		}
	}
	return except, nil
}

// body returns the LLVM IR of the kernel's statements, if all arrays except some are divisible.
func (k *Kernel) body(ctx context.Context, except []string) (string, error) {
	p, err := k.with(launch.Variant{Divisible: divisor, Except: except}).Program(ctx)
	if err != nil {
		return "", err
	}
	text, err := p.LLVMIR(llvmir.Typed)
	if err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(text, "define ")
	_, body, _ = strings.Cut(body, "\n")
	return body, nil
}

// factors returns the integer parameters that are factors of a product, such as strides.
func (k *Kernel) factors(m *girih.Module) (names []string) {
	kernel, _ := tile.AsKernel(ir.LookupSymbol(m.Operation(), k.name))
	parameters := m.Parameters(k.name)
	for n, arg := range kernel.Entry().Args() {
		if _, ok := arg.Type().(*ir.IntegerType); !ok || ir.BitWidth(arg.Type()) < 32 || len(names) == maxOnes {
			continue
		}
		if isFactor(arg) {
			names = append(names, parameters[n].Name)
		}
	}
	return names
}

// isFactor reports whether a value, possibly converted, is a factor of a product.
func isFactor(v *ir.Value) bool {
	for u := range v.Uses() {
		op := u.Owner()
		if op.Is(&tile.Mul) || op.Is(&arith.MulI) || op.Is(&tile.Cast) && isFactor(op.Result(0)) {
			return true
		}
	}
	return false
}
