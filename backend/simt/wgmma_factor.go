package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir/apfloat"
)

// rowsInRegisters returns the warp's 16 rows of a left factor in registers (PTX ISA, "Register Fragments for
// wgmma.mma_async").
func (w *warp) rowsInRegisters(words slot, shape nvvm.Wgmma, decode func(uint64) float64) ([][]float64, error) {
	bits := nvvm.WgmmaBits(shape.TypeA)
	perWord := 32 / bits
	out := make([][]float64, 16)
	for i := range out {
		out[i] = make([]float64, shape.K())
	}
	for i := range 4 {
		if bad := w.poison[words+slot(i)]; bad != 0 {
			return nil, w.inLane(lowest(bad), undefined("a product's left factor"))
		}
		for lane, word := range w.registers[words+slot(i)] {
			row, k := lane/4+8*(i&1), (lane%4+4*(i>>1))*perWord
			for e := range perWord {
				out[row][k+e] = decode(word >> (e * bits) & (1<<bits - 1))
			}
		}
	}
	return out, nil
}

// decoders convert elements of factors in memory to numbers.
var decoders = map[string]func(bits uint64) float64{
	nvvm.TypeF16:  func(v uint64) float64 { return apfloat.F16.Float64(pattern(v)) },
	nvvm.TypeBF16: func(v uint64) float64 { return float64(f32(v << 16)) },
	nvvm.TypeTF32: func(v uint64) float64 { return float64(f32(v &^ 0x1fff)) },
	nvvm.TypeE4M3: func(v uint64) float64 { return apfloat.F8E4M3FN.Float64(pattern(v)) },
	nvvm.TypeE5M2: func(v uint64) float64 { return apfloat.F8E5M2.Float64(pattern(v)) },
	nvvm.TypeS8:   func(v uint64) float64 { return float64(int8(v)) },
	nvvm.TypeU8:   func(v uint64) float64 { return float64(uint8(v)) },
}

// matrix is a matrix descriptor (PTX ISA, "Matrix Descriptor Format").
type matrix struct{ start, leading, stride, swizzle int64 }

func matrixOf(bits uint64, kMajor bool) (m matrix, err error) {
	field := func(at int) int64 { return int64(bits>>at&(1<<14-1)) << 4 }
	m = matrix{field(0), field(16), field(32), map[uint64]int64{1: 128, 2: 64, 3: 32}[bits>>62]}
	if bits>>49&7 != 0 {
		return m, fmt.Errorf("%w: descriptor %#x: only panels that are aligned to their pattern are", ErrUnsupported, bits)
	}
	if m.swizzle == 0 || kMajor && m.swizzle == 128 { // rows may begin anywhere in a pattern, as measured on an H200
		return m, nil
	}
	if row := m.start / m.swizzle % patternRows; row != 0 {
		return m, fmt.Errorf("%w: descriptor %#x: its panel begins in row %d of its pattern, at byte %d of shared memory",
			ErrMisaligned, bits, row, m.start)
	}
	return m, nil
}

// patternRows is the number of rows of a panel in a swizzle pattern.
const patternRows = 8

// place returns the offset of an element: consecutive elements are along the contracted dimension, or along the other
// one. Without swizzle they are along the contracted dimension, in rows of 16 bytes; the next 16 bytes of a row are in
// another panel.
func (m matrix) place(kMajor bool, line, k, bytes int64) int64 {
	at := m.start
	if m.swizzle == 0 {
		return at + line%8*readUnit + line/8*m.stride + k*bytes/readUnit*m.leading + k*bytes%readUnit
	}
	if kMajor {
		at += line%8*m.swizzle + line/8*m.stride + k*bytes
	} else {
		panel := m.swizzle / bytes
		at += line/panel*m.leading + line%panel*bytes + k%8*m.swizzle + k/8*m.stride
	}
	return swizzled(at, m.swizzle)
}

// factor reads rows of a factor, described by a descriptor in a register.
func (w *warp) factor(descriptor slot, kMajor bool, shape nvvm.Wgmma, from, to int,
	decode func(uint64) float64) ([][]float64, error) {
	if bad := w.poison[descriptor]; bad != 0 {
		return nil, w.inLane(lowest(bad), undefined("a matrix descriptor"))
	}
	bits := w.registers[descriptor][0]
	for lane, other := range w.registers[descriptor] {
		if other != bits {
			return nil, w.inLane(lane, fmt.Errorf("%w: descriptors %#x and %#x in lanes of a warp", ErrDivergence, bits, other))
		}
	}
	m, err := matrixOf(bits, kMajor)
	if err != nil {
		return nil, w.inLane(0, err)
	}
	if m.swizzle == 0 && !kMajor {
		return nil, w.inLane(0, fmt.Errorf("%w: descriptor %#x: panels without swizzle whose neighbors are not along the "+
			"contracted dimension", ErrUnsupported, bits))
	}
	mem := w.sharedAt(m.start)
	if mem == nil {
		return nil, w.inLane(0, fmt.Errorf("%w: a descriptor of byte %d of shared memory", ErrOutOfBounds, m.start))
	}
	bytes, depth := int64(nvvm.WgmmaBits(shape.TypeA)/8), shape.K()
	out := make([][]float64, to-from)
	seen := make(map[int64]bool)
	for i := range out {
		out[i] = make([]float64, depth)
		for k := range out[i] {
			at := m.place(kMajor, int64(from+i), int64(k), bytes) - mem.base
			if at < 0 || at+bytes > int64(len(mem.data)) {
				return nil, w.inLane(0, fmt.Errorf("%w: a product reads byte %d of %s, which has %d bytes", ErrOutOfBounds, at,
					mem.name,
					len(mem.data)))
			}
			if unit := at / readUnit; !seen[unit] {
				seen[unit] = true
				if err := w.readUnit(span{mem, unit * readUnit, min(readUnit, int64(len(mem.data))-unit*readUnit)}); err != nil {
					return nil, err
				}
			}
			out[i][k] = decode(word(mem.data[at:], bytes))
		}
	}
	return out, nil
}

// readUnit records that a product reads some bytes.
func (w *warp) readUnit(s span) error {
	if err := w.visible(s); err != nil {
		return w.inLane(0, err)
	}
	if err := w.free(s, "read by a product"); err != nil {
		return w.inLane(0, err)
	}
	if err := w.ordered(s, 0, reads); err != nil {
		return err
	}
	if s.memory.state != nil {
		if poison, err := s.memory.undefined(s.at, s.bytes); err != nil || poison {
			if err == nil {
				err = undefined("a product")
			}
			return w.inLane(0, err)
		}
	}
	w.proxies.hold(s, holders{products: 1})
	p := w.products.open[len(w.products.open)-1]
	p.reads = append(p.reads, s)
	return nil
}

// sharedAt returns the allocation that contains a byte of the block's shared memory.
func (w *warp) sharedAt(address int64) *allocation {
	for _, a := range w.own {
		if a.space == sharedMemory && a.base <= address && address < a.base+int64(len(a.data)) {
			return a
		}
	}
	return nil
}
