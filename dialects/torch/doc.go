// Package torch defines the dialect `torch`: PyTorch's operators, as traced programs have them, by name and overload.
//
//	%0 = torch.aten.softmax.int(%x, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
//
// An operator is one line, its schema in PyTorch's own language ([New]), from which parser, printer and verifier
// follow. Another module adds operators by a dialect of its own that holds some.
//
// Besides them there are functions, such as torch.add, one for each elementwise primitive of dialect prim. They are
// loosely typed: operands are broadcast, may be numbers, and may have different element types, which are promoted by
// the function's [Kind]. References decompose operators to functions and primitives (pass torch-decompose), and the
// pass torch-promote makes primitives of functions, with all conversions and broadcasts written out.
//
// Read promote.go for the rules of promotion, schema.go and operator.go for operators, function.go for functions, and
// the list of operators in aten.go. What operators mean is in package lowering/tensors/references.
package torch
