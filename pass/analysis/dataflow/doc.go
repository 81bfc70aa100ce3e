// Package dataflow computes facts about the values and the points of a program, by iteration to a fixed point.
//
// A [Solver] follows control through branches, regions and calls from the entries that unknown code may use, and knows
// which code can run at all. Analyses are loaded into it, run together and use each other's results: with
// [LoadConstants] the solver ignores branches that constants rule out. There are four kinds:
//
//   - sparse, forward ([LoadForward]): a lattice element per value, computed from those of operands;
//   - sparse, backward ([LoadBackward]): one per value, computed from the elements of the results of its users;
//   - dense, forward ([LoadDenseForward]) and backward ([LoadDenseBackward]): one per point between operations.
//
// Elements start at the zero value of their type, the bottom of the lattice, which stands for code that is not known to
// run. They only ever rise (in the terms of backward analyses, they meet downwards). The result is the state in which
// nothing changes any more. Elements are kept in slices by number; time is linear in the size of the program times the
// height of the lattice. Backward analyses start when the forward ones have finished.
//
// Other analyses are in the packages liveness, callgraph and alias beside this one. Constant propagation is here, since
// it decides which code can run.
//
// Start at [New], [LoadForward] and [Solver.Run].
package dataflow
