package semantics

import _ "embed"

// Source is the source of the functions.
//
//go:embed semantics.go
var Source []byte
