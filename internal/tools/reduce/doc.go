// Package reduce makes a module smaller while it still shows a bug: the library and the driver behind tile-reduce.
//
// [Reduce] is where to start. It asks a function whether a candidate is interesting, which mostly means that a command
// still fails in the same way. Candidates come from reducers (reducers.go, edit.go), each of which knows one way to
// make a module smaller and can do so at any number of places; which of these places a candidate changes is decided by
// bisection (bisect.go), after Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002). A
// candidate that does not verify is never tried.
package reduce
