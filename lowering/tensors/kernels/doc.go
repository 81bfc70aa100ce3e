// Package kernels makes tile kernels of the computations of whole tensors.
package kernels
