// Package reproducer writes down a pipeline together with the IR that it fails on, in the form of mlir-opt: a module
// whose external resources name the pipeline and how it ran. It reads what it and mlir-opt wrote.
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

// group is the name of the external resources that are a reproducer.
const group = "mlir_reproducer"

// Config is what a reproducer says beside the IR.
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

// Read returns what the resources of a file say, and whether they are a reproducer. An entry that there is not leaves
// what c, the configuration without a reproducer, has. The error wraps [ErrInvalid].
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
