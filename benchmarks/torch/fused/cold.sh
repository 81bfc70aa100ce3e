#!/usr/bin/env bash
# Compiles graphs, all or those named, each in a process of its own, by this command and by torch.compile, without
# caches. It prints the seconds of both, and their ratio:
#
#	go build -o /tmp/fused ./benchmarks/torch/fused && benchmarks/torch/fused/cold.sh /tmp/fused [names]
set -euo pipefail
fused=$1
shift
here=$(dirname "$0")
if [ $# = 0 ]; then
	set -- "softmax cross-entropy" "softmax cross-entropy, with gradient" "layer norm, bias, GELU, dropout" \
		"layer norm, bias, GELU, dropout, with gradients" "RMS norm, rotary embedding" "AdamW" "transformer block" \
		"transformer block, with gradients"
fi
for name in "$@"; do
	"$fused" -graphs "" -only "$name" -cold >/tmp/cold.json
	ours=$(sed 's/.*"compile_s":\([0-9.]*\).*/\1/' /tmp/cold.json)
	for way in "compile" "one graph"; do
		case "$name, $way" in *gradient*) ;; *"one graph") continue ;; esac
		torch=$(python3 "$here/compare.py" /tmp/cold.json --cold "--only=^$name" "--way=$way" 2>&1 >/dev/null |
			sed -n 's/.*compiled in \([0-9.]*\) s/\1/p')
		echo "$name, $way: $ours $torch $(python3 -c "print(round($torch / $ours, 1))")"
	done
done
