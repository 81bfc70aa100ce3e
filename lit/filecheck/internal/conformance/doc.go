// Package conformance has the tests that compare FileCheck in Go with LLVM's, and the fuzz targets. Their cases are
// written ones (testdata/*.cases), generated ones and mutated ones, which depend only on their seed. Start with
// cases_test.go and differential_test.go.
package conformance
