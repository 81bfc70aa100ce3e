package main

import "strings"

// block is a transformer block as in LLaMA: RMS norm, causal attention, residual, RMS norm, a network with GELU,
// residual. It has T tokens of D numbers, H heads of E numbers, and F hidden numbers.
var block = withTypes(`(%x: X, %n: V, %wq: W, %wk: W, %wv: W, %wo: W, %m: V, %up: tensor<{F}x{D}xbf16>, %down: tensor<{D}x{F}xbf16>) -> X {
  %0 = torch.aten.rms_norm(%x, normalized_shape = [{D}], weight = %n, eps = 1.0e-5) : (X, V) -> X
  %q = torch.aten.linear(%0, %wq) : (X, W) -> X
  %k = torch.aten.linear(%0, %wk) : (X, W) -> X
  %v = torch.aten.linear(%0, %wv) : (X, W) -> X
  %q1 = torch.aten.view(%q, size = [1, {T}, {H}, {E}]) : (X) -> R
  %k1 = torch.aten.view(%k, size = [1, {T}, {H}, {E}]) : (X) -> R
  %v1 = torch.aten.view(%v, size = [1, {T}, {H}, {E}]) : (X) -> R
  %q2 = torch.aten.transpose.int(%q1, dim0 = 1, dim1 = 2) : (R) -> A
  %k2 = torch.aten.transpose.int(%k1, dim0 = 1, dim1 = 2) : (R) -> A
  %v2 = torch.aten.transpose.int(%v1, dim0 = 1, dim1 = 2) : (R) -> A
  %1 = torch.aten.scaled_dot_product_attention(%q2, %k2, %v2, is_causal = true) : (A, A, A) -> A
  %2 = torch.aten.transpose.int(%1, dim0 = 1, dim1 = 2) : (A) -> R
  %3 = torch.aten.reshape(%2, shape = [1, {T}, {D}]) : (R) -> X
  %4 = torch.aten.linear(%3, %wo) : (X, W) -> X
  %5 = torch.aten.add.Tensor(%x, %4) : (X, X) -> X
  %6 = torch.aten.rms_norm(%5, normalized_shape = [{D}], weight = %m, eps = 1.0e-5) : (X, V) -> X
  %7 = torch.aten.linear(%6, %up) : (X, tensor<{F}x{D}xbf16>) -> tensor<1x{T}x{F}xbf16>
  %8 = torch.aten.gelu(%7, approximate = "tanh") : (tensor<1x{T}x{F}xbf16>) -> tensor<1x{T}x{F}xbf16>
  %9 = torch.aten.linear(%8, %down) : (tensor<1x{T}x{F}xbf16>, tensor<{D}x{F}xbf16>) -> X
  %y = torch.aten.add.Tensor(%5, %9) : (X, X) -> X
  return %y : X
}`)

var (
	blockSmall = map[string]int64{"T": 33, "D": 64, "H": 4, "E": 16, "F": 128}
	blockLarge = map[string]int64{"T": 2048, "D": 4096, "H": 32, "E": 128, "F": 16384}
)

// withTypes writes the types that the letters stand for: of tokens, of vectors and matrices of weights, and of heads.
func withTypes(source string) string {
	for letter, t := range map[string]string{"X": "tensor<1x{T}x{D}xbf16>", "V": "tensor<{D}xbf16>",
		"W": "tensor<{D}x{D}xbf16>", "R": "tensor<1x{T}x{H}x{E}xbf16>", "A": "tensor<1x{H}x{T}x{E}xbf16>"} {
		for _, before := range []string{": ", "(", ", ", "> ", "-> "} {
			for _, behind := range []string{",", ")", " ", "\n"} {
				source = strings.ReplaceAll(source, before+letter+behind, before+t+behind)
			}
		}
	}
	return source
}
