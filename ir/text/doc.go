// Package text reads and prints MLIR's textual IR as LLVM 22 does: it reads the text that mlir-opt prints, mlir-opt
// reads the text that it prints, and both print the same bytes.
//
// [Parse] builds operations directly from the text, without a list of tokens or a syntax tree. [Print] appends the text
// of an operation, in the custom form or, with [Options.Generic], in the generic one. Custom forms come from the
// operations' definitions: from the assembly format, which this package compiles (see format.go), or from the
// definition's own Parse and Print hooks, which use the parser and printer as ir.OpParser and ir.OpPrinter.
//
// Two things are elsewhere: types and attributes are printed by ir.Printer, since diagnostics print them too; files,
// flags and several modules in one input are handled by package tools/opt.
//
// Start reading at parser.go for reading, printer.go for printing.
package text
