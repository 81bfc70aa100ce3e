//go:build !linux

package heap

// ReserveHugePages does nothing: other systems choose the size of pages themselves.
func (*Settings) ReserveHugePages(string) (text []byte) { return nil }
