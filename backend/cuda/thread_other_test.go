//go:build !linux

package cuda

// threadID is the same for all threads, since the standard library cannot distinguish them here. The fake driver then
// does not check which context is current.
func threadID() int { return 0 }
