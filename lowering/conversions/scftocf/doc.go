// Package scftocf is the pass `convert-scf-to-cf`. It converts structured control flow to branches between blocks. The
// result is the same as that of upstream's pass of the same name. The pass runs on any operation, such as a function,
// whose regions may have several blocks.
//
// Before:
//
//	func.func @f(%c: i1, %x: i32) -> i32 {
//	  %r = scf.if %c -> i32 {
//	    %a = arith.muli %x, %x : i32
//	    scf.yield %a : i32
//	  } else {
//	    scf.yield %x : i32
//	  }
//	  return %r : i32
//	}
//
// After convert-scf-to-cf:
//
//	func.func @f(%arg0: i1, %arg1: i32) -> i32 {
//	  cf.cond_br %arg0, ^bb1, ^bb2
//	^bb1:  // pred: ^bb0
//	  %0 = arith.muli %arg1, %arg1 : i32
//	  cf.br ^bb3(%0 : i32)
//	^bb2:  // pred: ^bb0
//	  cf.br ^bb3(%arg1 : i32)
//	^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
//	  cf.br ^bb4
//	^bb4:  // pred: ^bb3
//	  return %1 : i32
//	}
package scftocf
