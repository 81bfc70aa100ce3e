//go:build !linux

package tensors

// machineMemory returns how many bytes of memory the machine has, or more.
func machineMemory() int64 { return unknownMemory }
