package cuda

import "syscall"

// threadID identifies the operating-system thread that a callback runs on,
// which is the one that made the call.
func threadID() int { return syscall.Gettid() }
