// Package tileopt configures tile-opt: package tools/opt with all dialects, passes and reports of the project.
package tileopt

import (
	"io"

	dialects "github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/analysis/accesses"
	"github.com/girih-ir/girih/internal/tools/layoutview"
	"github.com/girih-ir/girih/internal/tools/schedule"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/registers"
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

// accessReport shows how accesses to global memory coalesce.
var accessReport = opt.Report{
	Flag: "show-accesses",
	Summary: "show how wide each access to global memory is, and what keeps it from being wider, in place of the " +
		"module's text",
	Formats: [][2]string{{"text", "lines for a terminal"}},
	Write:   func(w io.Writer, module *ir.Operation, _ string) error { return accesses.Text(w, module) },
}

// registerReport shows where threads hold the most values.
var registerReport = opt.Report{
	Flag: "show-registers",
	Summary: "show the place in each kernel where threads have the most live values, and list these values, in place " +
		"of the module's text",
	Formats: [][2]string{{"text", "lines for a terminal"}},
	Write:   func(w io.Writer, module *ir.Operation, _ string) error { return registers.Text(w, module) },
}

// scheduleReport shows how the products of a kernel on tensor cores are pipelined.
var scheduleReport = opt.Report{
	Flag: "show-schedule",
	Summary: "show the slots of rings and streams, which warps copy and which multiply, with which instructions, and " +
		"the registers and shared memory that this needs, in place of the module's text",
	Formats: [][2]string{{"text", "lines for a terminal"}},
	Write:   func(w io.Writer, module *ir.Operation, _ string) error { return schedule.Text(w, module) },
}
