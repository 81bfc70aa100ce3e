// Package ir is Girih's core: operations, regions, blocks, values, types, attributes and locations, and the
// definitions (traits, constraints, hooks) that give registered operations their meaning.
//
// The model is MLIR's. An [Operation] has operands, results, attributes, successors and regions; a [Region] holds
// blocks; a [Block] holds arguments and operations. There is no Go struct per kind of operation: an operation points
// to the [OpInfo] of its name, and through it to the [OpDef] that a dialect registered. Typed access is a thin view
// that a dialect package defines over *Operation.
//
// Types and attributes are immutable and interned per [Context]: two of one context are equal exactly when == says so.
// A Context is safe for concurrent use. IR may be read by many goroutines, or changed by one. Different operations that
// are isolated from above may be changed by different goroutines at the same time.
//
// This package has no text (package ir/text reads and prints MLIR's syntax, from the same OpDef values), no rewriting
// (package rewrite), no passes (package pass), and no concrete operations (packages under dialects).
//
// Start reading at [Context], [Operation] and [OpDef]; then [Builder] to construct IR and [Verify] to check it.
package ir
