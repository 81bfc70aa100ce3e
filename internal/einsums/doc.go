// Package einsums has equations of contractions with sizes, which tests and benchmarks run: the forms that package
// dialects/tile/contract is for, the contractions of the TCCG benchmark, and generated ones; and the text of a kernel
// that computes one. Only this module's tests, examples and benchmarks use it. Start at [Case].
package einsums
