// Package dataflow finds out, by iteration to a fixed point, what holds for the values and at the points of a program.
//
// A [Solver] follows control through branches, regions and calls from the entries that anyone may use, and knows which
// code can run at all. Analyses are loaded into it, run together and profit from each other: with [LoadConstants] the
// solver ignores branches that constants rule out. There are four kinds:
//
//   - sparse, forward ([LoadForward]): a lattice element per value, computed from those of operands;
//   - sparse, backward ([LoadBackward]): one per value, computed from the elements of the results of its users;
//   - dense, forward ([LoadDenseForward]) and backward ([LoadDenseBackward]): one per point between operations.
//
// Elements start at the zero value of their type, the bottom of the lattice, which stands for code that is not known to
// run, and only ever rise (or, in the words of backward analyses, meet downwards): results are what is left when
// nothing changes any more. Elements are kept in slices by number; time is linear in the size of the program times the
// height of the lattice. Backward analyses start when the forward ones have come to an end.
//
// Analyses with a purpose of their own are not here, except for constants, which decide what can run: see packages
// liveness, callgraph and alias beside this one.
//
// Start at [New], [LoadForward] and [Solver.Run].
package dataflow
