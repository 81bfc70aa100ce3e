// Package manual has the generator of docs/dialects, the reference manual: go test ./internal/manual -update writes it.
// It derives the manual of a dialect from the definitions of its operations: their assembly formats, operands, results,
// attributes with constraints, regions, traits, folds, canonicalization patterns and interfaces. Examples of use come
// from the modules in folder examples, which the tests read, verify and print. Start with dialect_test.go.
package manual
