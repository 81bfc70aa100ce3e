// Package einsums has equations of contractions with sizes, for tests and benchmarks: the forms that package
// dialects/tile/contract is for, the contractions of the TCCG benchmark, and random ones. It also writes kernels that
// compute them. Only this module's tests, examples and benchmarks use it. Start at [Case].
package einsums
