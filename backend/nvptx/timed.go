package nvptx

import (
	"context"
	"time"
)

// Timed is a compiler that measures its last compilation. It must not compile several modules at the same time.
type Timed struct {
	Compiler
	Took   time.Duration
	LLVMIR []byte // what it compiled
}

// Compile compiles and measures.
func (t *Timed) Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error) {
	start := time.Now()
	ptx, err := t.Compiler.Compile(ctx, llvmIR, target)
	t.Took, t.LLVMIR = time.Since(start), llvmIR
	return ptx, err
}
