// RUN: not tile-opt %s 2>&1 | filecheck %s --check-prefix=ERROR
// RUN: tile-opt %s --allow-unregistered-dialect | filecheck %s
// ERROR: error: {{.*}}allow-unregistered-dialect
// CHECK: "unknown.op"() : () -> ()
"unknown.op"() : () -> ()
