package main

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/lit/program"
	"github.com/girih-ir/girih/lit/runner"
	"github.com/girih-ir/girih/lit/suite"
	"github.com/girih-ir/girih/tools/lit"
	"github.com/girih-ir/girih/tools/opt"
)

func TestSuite(t *testing.T) {
	tools := lit.Programs() // filecheck and others
	tools["modular-opt"] = func(ctx context.Context, inv program.Invocation) int {
		return opt.MainContext(ctx, config(), inv.Args, inv.Stdin, inv.Stdout, inv.Stderr)
	}
	runner.Test(t, suite.Settings{}, runner.Options{Programs: tools}, "testdata")
}
