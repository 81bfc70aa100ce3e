package tensors

import "syscall"

// machineMemory returns how many bytes of memory the machine has.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return unknownMemory
	}
	return int64(uint64(info.Totalram)+uint64(info.Totalswap)) * int64(info.Unit)
}
