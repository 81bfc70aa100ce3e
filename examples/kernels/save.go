package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/kernel/tune"
)

// saved is what a program in another language needs in order to launch the kernels of a problem: the launches in order,
// which refer to the entry points of a manifest.
type saved struct {
	Kernel        string             `json:"kernel"`
	Sizes         sizes              `json:"sizes"`
	Configuration tune.Configuration `json:"configuration,omitempty"` // the one that was chosen
	Work          float64            `json:"work"`
	Launches      []launch           `json:"launches"`
	Manifest      *manifest.Manifest `json:"manifest"`
}

type launch struct {
	Entry string `json:"entry"`
	Grid  [3]int `json:"grid"`
}

// saveAll compiles the problems of one kernel, or of all, at the sizes for a GPU. It writes the code of each and a
// description of its launches.
func saveAll(ctx context.Context, name, set, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	found := false
	for _, e := range examples {
		if e.name != name && name != "all" {
			continue
		}
		found = true
		s, err := e.large.with(set)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		p, err := e.problem(s)
		if err == nil {
			err = p.save(ctx, e.name, s, filepath.Join(folder, e.name))
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", e.name, s, err)
		}
	}
	if !found {
		return fmt.Errorf("no kernel is named %q: -list shows them", name)
	}
	return nil
}

// save writes the code to a file with the ending .cubin, and the description next to it, with the ending .json.
func (p *problem) save(ctx context.Context, name string, s sizes, file string) error {
	program, err := p.compile(ctx)
	if err != nil {
		return err
	}
	build, err := program.Build(ctx, girih.BuildOptions{Target: "sm_90a"})
	if err != nil {
		return err
	}
	for _, w := range build.Warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
	of := saved{Kernel: name, Sizes: s, Work: p.work, Manifest: build.Manifest,
		Configuration: p.configuration}
	for _, one := range p.steps {
		of.Launches = append(of.Launches, launch{one.kernel, one.grid})
	}
	text, err := json.MarshalIndent(of, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".cubin", build.Image(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(file+".json", text, 0o666)
}
