// Package torch defines the dialect `torch`: PyTorch's operators, with their names and overloads, as traced programs
// use them.
//
//	%0 = torch.aten.softmax.int(%x, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
//
// An operator is defined by one line: its schema in PyTorch's schema language ([New]). Parser, printer and verifier
// follow from it. Other modules can add operators with a dialect of their own that contains them.
//
// The dialect also has functions, such as torch.add, one for each elementwise primitive of dialect prim. They are
// loosely typed: operands are broadcast, may be numbers, and may have different element types. The [Kind] of a function
// says how element types are promoted. References decompose operators into functions and primitives (pass
// torch-decompose). The pass torch-promote replaces functions by primitives with explicit conversions and broadcasts.
//
// The rules of promotion are in promote.go, operators in schema.go and operator.go, functions in function.go, and the
// list of operators in aten.go. Package lowering/tensors/references defines the meaning of operators.
package torch
