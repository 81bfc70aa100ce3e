//go:build !linux

package opt

// reserveHugePages does nothing: other systems choose the size of pages themselves.
func reserveHugePages(Config, string) (text []byte) { return nil }
