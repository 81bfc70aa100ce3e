// Package judge holds the test that judges the transformations by programs: it runs generated programs before and after
// a pipeline, and compares how much mlir-opt's pipeline of the same name leaves of them.
//
// Every program is executed by package interp on the same random arguments three times: as generated, after our
// pipeline and after mlir-opt's. What one computes the others must compute, bit for bit where the program defines it. A
// program in which we leave more operations than mlir-opt counts as a difference, of which docs/transformations.md
// lists the reasons.
package judge
