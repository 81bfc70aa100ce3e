// Package scftocf turns structured control flow into branches between blocks: the pass `convert-scf-to-cf`. What it makes
// of each operation is what upstream's pass of that name makes.
//
// It works on any operation that holds scf operations in regions of several blocks, such as functions. Patterns is for
// conversions that do more than this.
package scftocf
