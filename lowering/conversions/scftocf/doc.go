// Package scftocf turns structured control flow into branches between blocks: the pass `convert-scf-to-cf`. The
// result is that of upstream's pass of the same name. It works on any operation that holds scf operations in regions of
// several blocks, such as functions.
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
