// Package judge is a test of transformations with generated programs. It runs them before and after a pipeline, and
// compares the number of operations that remain with that of mlir-opt's pipeline of the same name.
//
// Package interp executes every program three times on the same random arguments: as generated, after our pipeline and
// after mlir-opt's. The results must be the same, bit for bit, where the program defines them. If more operations
// remain after our pipeline than after mlir-opt's, that is a difference; docs/transformations.md lists the reasons.
package judge
