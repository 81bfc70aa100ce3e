package models

// Kernels returns how many kernels a device has.
func Kernels(d *Device) int { return len(d.compiled) }
