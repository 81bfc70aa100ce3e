package models

import (
	"strings"

	"github.com/girih-ir/girih/ir/text"
)

// Kernels returns the number of kernels of a device.
func Kernels(d *Device) int { return len(d.compiled) }

// Sources returns the texts of a device's kernels.
func Sources(d *Device) string {
	var b strings.Builder
	for _, c := range d.compiled {
		b.Write(text.Print(c.source.Module, text.Options{}))
	}
	return b.String()
}
