package nvptx

import (
	"context"
	"encoding/json"

	"github.com/girih-ir/girih/backend/cache"
)

// Cached returns a compiler that looks up its results in a cache first, and stores them there. A nil cache changes
// nothing.
func Cached(c Compiler, kept *cache.Cache) Compiler {
	if kept == nil {
		return c
	}
	return &cachedCompiler{Compiler: c, kept: kept}
}

type cachedCompiler struct {
	Compiler
	kept *cache.Cache
}

// Compile returns the cached result, if any. A result that cannot be stored is compiled again the next time.
func (c *cachedCompiler) Compile(ctx context.Context, llvmIR []byte, target Target) (PTX, error) {
	key := cache.NewKey([]byte("ptx 1"), []byte(c.Name()), []byte(target.String()), llvmIR)
	var ptx PTX
	if data, ok := c.kept.Get(key); ok && json.Unmarshal(data, &ptx) == nil && len(ptx.Text) > 0 {
		return ptx, nil
	}
	ptx, err := c.Compiler.Compile(ctx, llvmIR, target)
	if err != nil {
		return PTX{}, err
	}
	if data, err := json.Marshal(ptx); err == nil {
		_ = c.kept.Put(key, data)
	}
	return ptx, nil
}

// AssembleCached is [Ahead.Assemble] with a cache, which may be nil.
func (a *Ahead) AssembleCached(ctx context.Context, ptx PTX, kept *cache.Cache) (Cubin, error) {
	key := cache.NewKey([]byte("cubin 1"), []byte(a.ptxas.Name()), []byte(ptx.Target.String()), ptx.Text)
	var cubin Cubin
	if data, ok := kept.Get(key); ok && json.Unmarshal(data, &cubin) == nil && len(cubin.Image) > 0 {
		return cubin, nil
	}
	cubin, err := a.Assemble(ctx, ptx)
	if err != nil {
		return Cubin{}, err
	}
	if data, err := json.Marshal(cubin); err == nil {
		_ = kept.Put(key, data)
	}
	return cubin, nil
}
