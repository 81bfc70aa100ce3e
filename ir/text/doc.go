// Package text reads and prints MLIR's textual IR as LLVM 22 does: what mlir-opt prints it reads, what it prints
// mlir-opt reads, and both print the same bytes.
//
// [Parse] builds operations straight from the text, without tokens in between or a syntax tree. [Print] appends the
// text of an operation, in the custom form or, with [Options.Generic], in the generic one. Custom forms come from the
// operations' definitions: from the assembly format, which this package compiles (see format.go), or from the
// definition's own Parse and Print hooks, which see the parser and printer as ir.OpParser and ir.OpPrinter.
//
// Not here: the text of types and attributes in print direction, which diagnostics need too (ir.Printer), and files,
// flags and several modules in one input (package tools/opt).
//
// Start reading at parser.go for reading, printer.go for printing.
package text
