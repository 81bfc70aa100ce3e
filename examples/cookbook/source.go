package cookbook

import "embed"

// Source is the source of the kernels, for [kernel.Compile]. A program that embeds its kernels compiles them where it
// runs.
//
//go:embed cookbook.go
var Source embed.FS
