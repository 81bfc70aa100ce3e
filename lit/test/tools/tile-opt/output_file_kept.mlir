// After a failure, an existing output file is unchanged.
// RUN: echo kept > %t
// RUN: not tile-opt %s -o %t 2> %t.err
// RUN: filecheck %s < %t
// RUN: filecheck %s --check-prefix=ERROR < %t.err
// CHECK: kept
// ERROR: output_file_kept.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected
func.func @f( { return }
