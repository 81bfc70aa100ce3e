package torch

// aten are the operators of PyTorch that have references, by their schemas
// (aten/src/ATen/native/native_functions.yaml).
var aten = []string{
	"add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
	"softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
}
