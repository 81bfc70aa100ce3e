// Package layoutreport is tile-opt's report --show-layouts, for every tool that is built on package tools/opt.
package layoutreport

import (
	"github.com/girih-ir/girih/dialects/tilegpu/layoutview"
	"github.com/girih-ir/girih/tools/opt"
)

// Report shows the layouts of a module's tensors: which thread and register holds which element.
var Report = opt.Report{
	Flag:    "show-layouts",
	Summary: "show which thread and register holds which element of every tensor, in place of the module's text",
	Formats: [][2]string{{"text", "tables for a terminal"}, {"html", "a page with drawings for a browser"}},
	Write:   layoutview.Write,
}
