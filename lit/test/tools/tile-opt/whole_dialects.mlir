// RUN: tile-opt %s --allow-unregistered-dialect --verify-diagnostics
// expected-error @+1 {{unregistered operation 'arith.nosuch' found in dialect ('arith') that does not allow unknown operations}}
"arith.nosuch"() : () -> ()
