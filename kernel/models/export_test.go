package models

// Kernels returns how many kernels a device has.
func Kernels(d *Device) int { return len(d.compiled) }

// Largest names the largest buffers of an execution.
func Largest(e *Execution) string { return e.largest() }
