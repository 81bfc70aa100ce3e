package references

import (
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/ir"
)

// refusals check for calls that PyTorch rejects although the reference could compute them, and for errors that PyTorch
// words differently than the primitives. They fail with PyTorch's messages.
var refusals = aten(map[string]Reference{
	"sub.Tensor": noBools("self", "other"), "sub.Scalar": noBools("self", "other"),
	"rsub.Tensor": noBools("self", "other"), "rsub.Scalar": noBools("self", "other"),
	"argmax": noBoolInput("argmax()"), "argmin": noBoolInput("argmin()"),
	"relu": refusal(func(c *Call) {
		if c.T("self").Dtype() == prim.Bool {
			Fail("Boolean inputs not supported for relu")
		}
	}),
	"relu6": refusal(func(c *Call) { hardBounds(c.T("self"), int64(0)) }),
	"gelu":  refusal(checkApproximate), "gelu_backward": refusal(checkApproximate),
	"embedding": refusal(func(c *Call) {
		if n := c.T("weight").Rank(); n != 2 {
			Fail("'weight' must be 2-D, but has %d dimensions", n)
		}
	}),
	"scaled_dot_product_attention": refusal(func(c *Call) {
		if _, masked := c.Maybe("attn_mask"); masked && c.Bool("is_causal") {
			Fail("explicit attn_mask should not be set when is_causal=True; combine the causal mask with attn_mask")
		}
	}),
	"hardtanh": refusal(func(c *Call) { hardBounds(c.T("self"), c.Number("min_val")) }),
	"heaviside": refusal(func(c *Call) {
		if c.T("self").Elem() != c.T("values").Elem() {
			Fail("heaviside is not yet implemented for tensors with different dtypes: %s and %s; convert one of them",
				ir.Quote(c.T("self").Elem()), ir.Quote(c.T("values").Elem()))
		}
	}),
	"isclose": refusal(func(c *Call) {
		if x, y := c.T("self").Elem(), c.T("other").Elem(); x != y {
			Fail("%s did not match %s: convert one of the tensors", ir.Quote(x), ir.Quote(y))
		}
	}),
	"linalg_vector_norm": refusal(func(c *Call) {
		if x := c.T("self"); x.Dtype()&(prim.Float|prim.Complex) == 0 {
			Fail("linalg.vector_norm: expected a floating point or complex tensor as input, but got %s", ir.Quote(x.Elem()))
		}
	}),
	"pow.Tensor_Scalar": refusal(func(c *Call) {
		n, whole := c.Arg("exponent").(int64)
		if d := c.T("self").Dtype(); whole && n < 0 && (d == prim.Int || d == prim.Bool) {
			Fail("integers to negative integer powers are not allowed: convert them to floats")
		}
	}),
	"l1_loss": refusal(func(c *Call) {
		if c.Int("reduction") == 1 {
			rejectIntegers(c, "the mean of l1_loss")
		}
	}),
	"mse_loss": onlyFloats("mse_loss"), "smooth_l1_loss": onlyFloats("smooth_l1_loss"),
	"huber_loss": onlyFloats("huber_loss"),
	"mm":         refusal(func(c *Call) { checkProduct(c.matrix("self", "self"), c.matrix("mat2", "mat2"), false) }),
	"addmm":      refusal(func(c *Call) { checkProduct(c.matrix("mat1", "mat1"), c.matrix("mat2", "mat2"), false) }),
	"linear": refusal(func(c *Call) {
		if x, w := c.T("input"), c.T("weight"); x.Rank() == 2 && w.Rank() == 2 {
			checkProduct(x, w, true)
		}
	}),
	"bmm": refusal(func(c *Call) {
		for i, name := range []string{"self", "mat2"} {
			if x := c.T(name); x.Rank() != 3 {
				Fail("batch%d must be a 3D tensor, but has %d dimensions", i+1, x.Rank())
			}
		}
	}),
})

// refusal makes a reference that only checks.
func refusal(f func(c *Call)) Reference {
	return func(c *Call) []Tensor {
		f(c)
		return nil
	}
}

func checkApproximate(c *Call) {
	if a := c.String("approximate"); a != "none" && a != "tanh" {
		Fail("approximate argument must be either none or tanh, but got %q", a)
	}
}

func noBools(names ...string) Reference {
	return refusal(func(c *Call) {
		for _, name := range names {
			_, number := c.Arg(name).(bool)
			if t, ok := c.Arg(name).(Tensor); number || ok && t.Dtype() == prim.Bool {
				Fail("subtraction, the `-` operator, with a bool tensor is not supported; to invert a mask, use " +
					"bitwise_not or logical_not")
			}
		}
	})
}

func noBoolInput(name string) Reference {
	return refusal(func(c *Call) {
		if c.T("self").Dtype() == prim.Bool {
			Fail("%s: does not support bool input", name)
		}
	})
}

// onlyFloats rejects losses of integers and bools.
func onlyFloats(name string) Reference {
	return refusal(func(c *Call) { rejectIntegers(c, name) })
}

func rejectIntegers(c *Call, what string) {
	x, y := c.T("self"), c.T("target")
	if (x.Dtype()|y.Dtype())&(prim.Float|prim.Complex) == 0 {
		Fail("%s is not implemented for %s; convert self or target to a float type", what, ir.Quote(x.Elem()))
	}
}

// hardBounds rejects element types that hardtanh does not support, given its lower bound.
func hardBounds(x Tensor, low any) {
	negative := false
	switch n := low.(type) {
	case int64:
		negative = n < 0
	case float64:
		negative = n < 0
	}
	switch {
	case x.Dtype() == prim.Bool:
		Fail("bool inputs not supported for hardtanh")
	case prim.IsUnsigned(x.Elem()) && negative:
		Fail("cannot do hardtanh on an unsigned type with negative limits")
	}
}

// matrix returns an argument, which must be a matrix.
func (c *Call) matrix(argument, name string) Tensor {
	x := c.T(argument)
	if x.Rank() != 2 {
		Fail("%s must be a matrix, but has %d dimensions", name, x.Rank())
	}
	return x
}

// checkProduct rejects matrices whose inner dimensions differ.
func checkProduct(x, y Tensor, transposed bool) {
	s, t := x.shape(), y.shape()
	if transposed {
		t = []int64{t[1], t[0]}
	}
	if s[1] != ir.Dynamic && t[0] != ir.Dynamic && s[1] != t[0] {
		Fail("mat1 and mat2 shapes cannot be multiplied (%s and %s)", prim.ShapeString(s), prim.ShapeString(t))
	}
}
