// Package philox generates the random numbers of PyTorch and CUDA.
package philox

import "math/bits"

// philox is Philox 4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC'11).
func philox(counter [4]uint32, key [2]uint32) [4]uint32 {
	for range 10 {
		hi0, lo0 := bits.Mul32(0xD2511F53, counter[0])
		hi1, lo1 := bits.Mul32(0xCD9E8D57, counter[2])
		counter = [4]uint32{hi1 ^ counter[1] ^ key[0], lo1, hi0 ^ counter[3] ^ key[1], lo0}
		key[0] += 0x9E3779B9
		key[1] += 0xBB67AE85
	}
	return counter
}

// Words returns four random words for a seed, the stream of a thread, and an offset. They are counted as by CUDA's
// curand_init and curand4.
func Words(seed, stream, offset uint64) [4]uint32 {
	return philox([4]uint32{uint32(offset), uint32(offset >> 32), uint32(stream), uint32(stream >> 32)},
		[2]uint32{uint32(seed), uint32(seed >> 32)})
}
