// Package dynlib loads shared libraries and finds functions in them without cgo. Only this package knows how each
// operating system does that. The packages that wrap a library know what its functions do.
//
// Start with [Open].
package dynlib

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// A Library is a loaded shared library. It stays loaded for the life of the
// process: unloading a library that has started threads is not safe.
type Library struct {
	path   string
	handle uintptr
}

// Open loads the library at path. A path without a directory is looked up by the system's loader.
func Open(path string) (*Library, error) {
	handle, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", path, err)
	}
	return &Library{path: path, handle: handle}, nil
}

// Symbol returns the address of a function.
func (l *Library) Symbol(name string) (uintptr, error) {
	address, err := symbol(l.handle, name)
	if err != nil {
		return 0, fmt.Errorf("%s: no symbol %s: %w", l.path, name, err)
	}
	return address, nil
}

// Bind makes *function, a variable of a func type, call the C function of that
// name. See [purego.RegisterFunc] for the types that are allowed.
func (l *Library) Bind(function any, name string) error {
	address, err := l.Symbol(name)
	if err != nil {
		return err
	}
	purego.RegisterFunc(function, address)
	return nil
}
