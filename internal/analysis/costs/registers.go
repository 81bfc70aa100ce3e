package costs

// CopyingRegisters is the number of registers that threads that copy tiles keep when they hand over the others to
// threads that multiply. Where these have hardly enough, they keep only FewCopyingRegisters.
const (
	CopyingRegisters    = 40
	FewCopyingRegisters = 24
)

// RegistersBesideCopies returns the number of registers that each of some threads can have if a warp group of others
// makes the bulk copies, and hands over registers until it has only so many. All threads begin with the same number,
// and the block has no others: who waits for more waits forever.
func RegistersBesideCopies(threads, copying int64) int64 {
	const group = 128
	all := Allotted(RegistersPerBlock/(threads+group)) * (threads + group)
	return Allotted((all - copying*group) / threads)
}

// Allotted rounds n down to a number of registers that threads can request.
func Allotted(n int64) int64 {
	const most = 240 // ptxas uses 255 where more are requested
	return min(n/RegisterGranularity*RegisterGranularity, most)
}
