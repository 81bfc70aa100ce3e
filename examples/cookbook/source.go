package cookbook

import "embed"

// Source is the source of the kernels, for [kernel.Compile]. A program that embeds the source of its kernels can
// compile them where it runs.
//
//go:embed cookbook.go
var Source embed.FS
