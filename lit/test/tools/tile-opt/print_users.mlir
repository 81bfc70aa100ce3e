// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-value-users | filecheck %s --match-full-lines --strict-whitespace
// The comments are the same as in mlir-opt: users of arguments are below the block, users of results are after the operation.
//CHECK:module {
//CHECK-NEXT:  "test.a"() : () -> ()
//CHECK-NEXT:  %1 = "test.b"() : () -> i32 // users: %4, %7, %2
//CHECK-NEXT:  "test.no_result"(%1) : (i32) -> () // id: %2
//CHECK-NEXT:  "test.c"() ({
//CHECK-NEXT:    "test.no_result"(%1) : (i32) -> () // id: %7
//CHECK-NEXT:  }) : () -> ()
//CHECK-NEXT:  "test.no_result"(%1) : (i32) -> () // id: %4
//CHECK-NEXT:  func.func @foo(%arg0: i32) {
//CHECK-NEXT:    // %arg0 is used by %7
//CHECK-NEXT:    "test.no_result"(%arg0) : (i32) -> () // id: %7
//CHECK-NEXT:    return
//CHECK-NEXT:  }
//CHECK-NEXT:  module {
//CHECK-NEXT:    func.func @foo(%arg0: i32) {
//CHECK-NEXT:      // %arg0 is used by %9, %8
//CHECK-NEXT:      "test.no_result"(%arg0) : (i32) -> () // id: %8
//CHECK-NEXT:      cf.br ^bb1(%arg0 : i32) // id: %9
//CHECK-NEXT:    ^bb1(%10: i32):  // pred: ^bb0
//CHECK-NEXT:      // %10 is used by %11#0, %11#1
//CHECK-NEXT:      %11:2 = "test.u2"(%10) : (i32) -> (i32, i32) // users: (%13, %12#0, %12#1), (unused)
//CHECK-NEXT:      %12:2 = "test.u2"(%11#0, %11#0) : (i32, i32) -> (i32, i32) // users: (%13), (unused)
//CHECK-NEXT:      %13 = "test.u2"(%11#0, %12#0) : (i32, i32) -> i32 // unused
//CHECK-NEXT:      return
//CHECK-NEXT:    }
//CHECK-NEXT:  }
//CHECK-NEXT:}
module {
  "test.a"() : () -> ()
  %x = "test.b"() : () -> i32
  "test.no_result"(%x) {} : (i32) -> ()
  "test.c"() ({ "test.no_result"(%x) {} : (i32) -> ()  }) : () -> ()
  "test.no_result"(%x) {} : (i32) -> ()
  func.func @foo(%arg0: i32) {
    "test.no_result"(%arg0) {} : (i32) -> ()
    return
  }
  module {
  func.func @foo(%arg0: i32) {
    "test.no_result"(%arg0) {} : (i32) -> ()
    cf.br ^a(%arg0 : i32)
  ^a(%u: i32):
    %2:2 = "test.u2"(%u) : (i32) -> (i32, i32)
    %3:2 = "test.u2"(%2#0, %2#0) : (i32, i32) -> (i32, i32)
    %4 = "test.u2"(%2#0, %3#0) : (i32, i32) -> (i32)
    return
  }
  }
}
