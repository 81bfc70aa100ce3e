// RUN: not tile-translate %s 2>&1 | filecheck %s --check-prefix=NONE
// NONE: no translation is named: expected --mlir-to-llvmir, --import-ttir, --import-go or --import-torch
// RUN: not tile-translate --mlir-to-llvmir --import-ttir %s 2>&1 | filecheck %s --check-prefix=TWO
// TWO: several translations are named
// RUN: not tile-translate --mlir-to-llvmir %s 2>&1 | filecheck %s
// CHECK: errors.mlir:[[#@LINE+4]]:{{[0-9]+}}: error:
// RUN: not tile-translate --mlir-to-ptx %s 2>&1 | filecheck %s --check-prefix=FLAG
// FLAG: -mlir-to-ptx
// RUN: not tile-translate --mlir-to-llvmir %t.missing 2>&1 | filecheck %s --check-prefix=MISSING
func.func @f(%a: index) -> index { return %a : index }
// MISSING: .missing: no such file or directory
