package contractions

// SetKeptShare changes the share of the L2 cache up to which data is kept, and returns what restores it.
func SetKeptShare(share float64) (restore func()) {
	old := keptShare
	keptShare = share
	return func() { keptShare = old }
}
