// Package contract defines the equations of extended tensor contractions. A contraction is a sum of products of
// elements of two arrays. Letters, and integer expressions of letters, index the axes of the arrays.
//
//	nc(h+r)(w+s),ckrs->nkhw         a convolution
//	nc(h+sh[c])(w+sw[c]),ck->nkhw   a shift convolution, with tables sh and sw
//
// Each letter is an index that runs from 0 to its extent, exclusive. The sum is over the letters that the output does
// not have. An axis of an operand is a letter, or an expression in parentheses that is a sum of an outer part and a
// reduced part. The outer part has only letters of the output, and the reduced part has only letters that are summed
// over. The distance in memory from one term of the sum to the next is therefore the same for all elements of the
// output, so that a kernel can step through a table of increments (the "pointer increments" of Tillet 2020).
//
// The package does not depend on the IR. Start at [Parse]. [Equation.Extents] computes the extents of letters, and
// [Equation.Increments] the distances.
package contract
