package models

import (
	"strings"

	"github.com/girih-ir/girih/ir/text"
)

// Kernels returns how many kernels a device has.
func Kernels(d *Device) int { return len(d.compiled) }

// Sources returns their texts.
func Sources(d *Device) string {
	var b strings.Builder
	for _, c := range d.compiled {
		b.Write(text.Print(c.source.Module, text.Options{}))
	}
	return b.String()
}
