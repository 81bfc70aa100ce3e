// Package reduce makes a module smaller as long as it still shows a bug: the library and the driver behind tile-reduce.
//
// [Reduce] is where to start. It asks a function whether a candidate is interesting, which mostly means that a command
// still fails in the same way. Reducers (reducers.go, edit.go) create candidates: each reducer knows one way to make a
// module smaller, and can apply it at any number of places. Bisection chooses the places, after Zeller and
// Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002). A candidate that does not verify is not
// tried.
package reduce
