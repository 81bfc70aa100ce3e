// Package constraints names the type and attribute constraints that upstream's common definitions share between
// dialects (mlir/IR/CommonTypeConstraints.td, CommonAttrConstraints.td), with the summaries that appear in messages
// such as "operand #0 must be signless-integer-like, but got 'f32'".
//
// A constraint that only one dialect has belongs to that dialect.
package constraints
