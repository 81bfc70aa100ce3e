// Package contract has the equations of extended tensor contractions: sums of products of two arrays whose axes are
// indexed by letters and by integer expressions of letters.
//
//	nc(h+r)(w+s),ckrs->nkhw         a convolution
//	nc(h+sh[c])(w+sw[c]),ck->nkhw   a shift convolution, with tables sh and sw
//
// Each letter is an index that runs from 0 to its extent. Letters that are missing in the output are summed over. An
// axis of an operand is a letter, or an expression in parentheses: an outer part f of letters of the output plus a
// reduced
// part g of the letters that are summed over. Because of that, the distance in memory from one term of the sum to the
// next is the same for all elements of the output, so that a kernel walks along a table of increments (the seed's
// "pointer increments", Tillet 2020).
//
// The package is mathematics: it knows nothing of IR. Start at [Parse]; [Equation.Extents] finds how far letters run,
// [Equation.Increments] the distances.
package contract
