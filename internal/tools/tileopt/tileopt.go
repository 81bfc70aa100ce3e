// Package tileopt configures tile-opt: package tools/opt with all dialects, passes and reports of the project.
package tileopt

import (
	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/tools/layoutview"
	passes "github.com/girih-ir/girih/lowering/registry"
	"github.com/girih-ir/girih/tools/opt"
)

// Config returns the configuration of tile-opt.
func Config() opt.Config {
	return opt.Config{Name: "tile-opt", Dialects: dialects.All(), Passes: passes.Passes(), Pipelines: passes.Pipelines(),
		Reports: []opt.Report{layouts, accessReport, registerReport, scheduleReport}}
}

// layouts shows the layouts of a module's tensors: which thread and register holds which element.
var layouts = opt.Report{
	Flag:    "show-layouts",
	Summary: "show which thread and register holds which element of every tensor, in place of the module's text",
	Formats: [][2]string{{"text", "tables for a terminal"}, {"html", "a page with drawings for a browser"}},
	Write:   layoutview.Write,
}
