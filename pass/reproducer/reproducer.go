// Package reproducer writes a pipeline together with the IR on which it fails, in mlir-opt's form: a module whose
// external resources name the pipeline and how it ran. It reads its own files and those of mlir-opt.
//
// Start reading at [Write] and [Read].
package reproducer

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// group is the name of the external resources of a reproducer.
const group = "mlir_reproducer"

// Config is the configuration in a reproducer.
type Config struct {
	// Pipeline is the text of the pipeline, with the values of all options.
	Pipeline string
	// DisableThreading says that it ran on one thread, VerifyEach that the IR was verified after each pass.
	DisableThreading, VerifyEach bool
}

// ErrInvalid is wrapped by the errors of [Read].
var ErrInvalid = errors.New("invalid reproducer")

// Write returns the text of a reproducer for a top-level operation.
func Write(op *ir.Operation, c Config) []byte {
	return text.Print(op, text.Options{External: []text.ExternalResource{
		text.StringResource(group, "pipeline", c.Pipeline),
		{Group: group, Key: "disable_threading", Value: strconv.FormatBool(c.DisableThreading)},
		{Group: group, Key: "verify_each", Value: strconv.FormatBool(c.VerifyEach)},
	}})
}

// Holds reports whether a resource belongs to reproducers.
func Holds(r text.ExternalResource) bool { return r.Group == group }

// Read returns the configuration in the resources of a file, and whether there is one. For a missing entry it keeps the
// value of c. The error wraps [ErrInvalid].
func Read(resources []text.ExternalResource, c Config) (Config, bool, error) {
	found := false
	for _, r := range resources {
		if !Holds(r) {
			continue
		}
		found = true
		var err error
		switch r.Key {
		case "pipeline":
			var ok bool
			if c.Pipeline, ok = r.Unquoted(); !ok {
				err = errors.New("expected a string")
			}
		case "disable_threading":
			c.DisableThreading, err = strconv.ParseBool(r.Value)
		case "verify_each":
			c.VerifyEach, err = strconv.ParseBool(r.Value)
		default:
			err = errors.New("no such entry")
		}
		if err != nil {
			return c, found, fmt.Errorf("%w: %s: %w", ErrInvalid, r.Key, err)
		}
	}
	return c, found, nil
}
