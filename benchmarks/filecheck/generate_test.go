package main

import (
	"context"
	"os"
	"testing"

	"github.com/girih-ir/girih/lit/filecheck/command"
)

func TestInputsOfAllWorkloadsAreAccepted(t *testing.T) {
	for _, load := range workloads {
		t.Run(load.name, func(t *testing.T) {
			load.functions, load.lines = 5, 30
			check, input, err := generate(t.TempDir(), load)
			if err != nil {
				t.Fatal(err)
			}
			code := command.Main(context.Background(), command.Invocation{
				Args: append([]string{check, "--input-file", input}, load.flags...), Stdout: os.Stdout, Stderr: os.Stderr,
			})
			if code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}
