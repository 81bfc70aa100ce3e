#include "textflag.h"

// THREE is the body of a kernel of two operands: INSTRUCTION computes 8 elements.
#define THREE(INSTRUCTION) \
	MOVQ n+0(FP), CX \
	MOVQ dst+8(FP), DI \
	MOVQ x+16(FP), SI \
	MOVQ y+24(FP), DX \
	SHLQ $2, CX \
	XORQ AX, AX \
loop: \
	VMOVUPS (SI)(AX*1), Y0 \
	VMOVUPS 32(SI)(AX*1), Y1 \
	INSTRUCTION (DX)(AX*1), Y0, Y0 \
	INSTRUCTION 32(DX)(AX*1), Y1, Y1 \
	VMOVUPS Y0, (DI)(AX*1) \
	VMOVUPS Y1, 32(DI)(AX*1) \
	ADDQ $64, AX \
	CMPQ AX, CX \
	JLT loop \
	VZEROUPPER \
	RET

// EXTREMUM is the body of max16 and min16. Y0 and Y1 are the extrema of elements that are 16 apart; Y2 has bits where an
// element was NaN.
#define EXTREMUM(INSTRUCTION) \
	MOVQ n+0(FP), CX \
	MOVQ m+8(FP), DI \
	MOVQ x+16(FP), SI \
	VMOVUPS (SI), Y0 \
	VMOVUPS 32(SI), Y1 \
	VXORPS Y2, Y2, Y2 \
loop: \
	VMOVUPS (SI), Y3 \
	VMOVUPS 32(SI), Y4 \
	INSTRUCTION Y3, Y0, Y0 \
	INSTRUCTION Y4, Y1, Y1 \
	VCMPPS $3, Y3, Y4, Y5 \
	VORPS Y5, Y2, Y2 \
	ADDQ $64, SI \
	SUBQ $16, CX \
	JNZ loop \
	INSTRUCTION Y1, Y0, Y0 \
	VMOVUPS Y0, (DI) \
	VMOVMSKPS Y2, AX \
	TESTL AX, AX \
	SETEQ ret+24(FP) \
	VZEROUPPER \
	RET

// EXP4 sets V to e^V for 4 float64: 2^n e^r, where n is V/ln 2 as an integer, and r = V - n ln 2. T and P are temporaries.
// Rows of the table are in Y6 to Y15 and at R8.
#define EXP4(V, T, P) \
	VMINPD V, Y6, V \
	VMOVUPD 32(R8), T \
	VMAXPD V, T, V \
	VMOVAPD Y8, T \
	VFMADD231PD Y7, V, T \
	VSUBPD Y8, T, P \
	VFMADD231PD Y9, P, V \
	VMOVAPD Y10, P \
	VFMADD213PD Y11, V, P \
	VFMADD213PD Y12, V, P \
	VFMADD213PD Y13, V, P \
	VFMADD213PD Y14, V, P \
	VFMADD213PD Y15, V, P \
	VFMADD213PD 352(R8), V, P \
	VFMADD213PD 384(R8), V, P \
	VFMADD213PD 416(R8), V, P \
	VFMADD213PD 448(R8), V, P \
	VFMADD213PD 448(R8), V, P \
	VPSLLQ $52, T, T \
	VPADDQ T, P, V

// func add16(n int, dst, x, y *float32)
TEXT ·add16(SB), NOSPLIT, $0-32
	THREE(VADDPS)

// func sub16(n int, dst, x, y *float32)
TEXT ·sub16(SB), NOSPLIT, $0-32
	THREE(VSUBPS)

// func mul16(n int, dst, x, y *float32)
TEXT ·mul16(SB), NOSPLIT, $0-32
	THREE(VMULPS)

// func div16(n int, dst, x, y *float32)
TEXT ·div16(SB), NOSPLIT, $0-32
	THREE(VDIVPS)

// func sum16(n int, s *[lanes]float64, x *float32)
//
// Y0 to Y3 are the sums.
TEXT ·sum16(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ s+8(FP), DI
	MOVQ x+16(FP), SI
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
loop:
	VCVTPS2PD (SI), Y4
	VCVTPS2PD 16(SI), Y5
	VCVTPS2PD 32(SI), Y6
	VCVTPS2PD 48(SI), Y7
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	ADDQ $64, SI
	SUBQ $16, CX
	JNZ loop
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET

// func squares16(n int, s *[lanes]float64, x *float32, from float64)
//
// Y0 to Y3 are the sums, Y8 is from.
TEXT ·squares16(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ s+8(FP), DI
	MOVQ x+16(FP), SI
	VBROADCASTSD from+24(FP), Y8
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
loop:
	VCVTPS2PD (SI), Y4
	VCVTPS2PD 16(SI), Y5
	VCVTPS2PD 32(SI), Y6
	VCVTPS2PD 48(SI), Y7
	VSUBPD Y8, Y4, Y4
	VSUBPD Y8, Y5, Y5
	VSUBPD Y8, Y6, Y6
	VSUBPD Y8, Y7, Y7
	VFMADD231PD Y4, Y4, Y0
	VFMADD231PD Y5, Y5, Y1
	VFMADD231PD Y6, Y6, Y2
	VFMADD231PD Y7, Y7, Y3
	ADDQ $64, SI
	SUBQ $16, CX
	JNZ loop
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET

// func addTo16(n int, sums *float64, x *float32)
TEXT ·addTo16(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ sums+8(FP), DI
	MOVQ x+16(FP), SI
loop:
	VCVTPS2PD (SI), Y0
	VCVTPS2PD 16(SI), Y1
	VCVTPS2PD 32(SI), Y2
	VCVTPS2PD 48(SI), Y3
	VADDPD (DI), Y0, Y0
	VADDPD 32(DI), Y1, Y1
	VADDPD 64(DI), Y2, Y2
	VADDPD 96(DI), Y3, Y3
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ $64, SI
	ADDQ $128, DI
	SUBQ $16, CX
	JNZ loop
	VZEROUPPER
	RET

// func max16(n int, m *[8]float32, x *float32) bool
TEXT ·max16(SB), NOSPLIT, $0-25
	EXTREMUM(VMAXPS)

// func min16(n int, m *[8]float32, x *float32) bool
TEXT ·min16(SB), NOSPLIT, $0-25
	EXTREMUM(VMINPS)

// func exp16(n int, dst, x *float32, table *[15][4]float64)
TEXT ·exp16(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ x+16(FP), SI
	MOVQ table+24(FP), R8
	VMOVUPD (R8), Y6
	VMOVUPD 64(R8), Y7
	VMOVUPD 96(R8), Y8
	VMOVUPD 128(R8), Y9
	VMOVUPD 160(R8), Y10
	VMOVUPD 192(R8), Y11
	VMOVUPD 224(R8), Y12
	VMOVUPD 256(R8), Y13
	VMOVUPD 288(R8), Y14
	VMOVUPD 320(R8), Y15
loop:
	VCVTPS2PD (SI), Y0
	VCVTPS2PD 16(SI), Y3
	EXP4(Y0, Y1, Y2)
	EXP4(Y3, Y4, Y5)
	VCVTPD2PSY Y0, X0
	VCVTPD2PSY Y3, X3
	VMOVUPS X0, (DI)
	VMOVUPS X3, 16(DI)
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ loop
	VZEROUPPER
	RET
