// Package affine holds the affine expressions, maps and integer sets of MLIR:
// immutable values that are simplified as they are built, print as mlir-opt
// of LLVM 22 prints them, and parse from the text between the angle brackets
// of affine_map<...> and affine_set<...>.
//
//	d0, s0 := affine.Dim(0), affine.Symbol(0)
//	m := affine.NewMap(1, 1, affine.Add(d0, affine.Mul(s0, affine.Constant(2))))
//	fmt.Println(m) // (d0)[s0] -> (d0 + s0 * 2)
//
// Simplification is what MLIR does at construction, no more: it folds
// constants, moves constants and symbols to the right, merges equal terms
// that meet, and drops divisions of known multiples. It does not normalize
// (d0 - s0 + s0 stays as it is), so two expressions may be equal as functions
// and still different as values.
//
// The package does not use contexts. With [Map.AppendKey] and [Set.AppendKey], a context can intern maps and sets.
// There are no polyhedral operations: no projection, no emptiness test.
//
// Start reading at [Expr], then simplify.go.
package affine
