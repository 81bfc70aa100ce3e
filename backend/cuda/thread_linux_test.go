package cuda

import "syscall"

// threadID identifies the operating-system thread of a callback, which is the one that made the call.
func threadID() int { return syscall.Gettid() }
