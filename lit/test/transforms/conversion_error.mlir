// RUN: tile-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics

func.func @shared(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{failed to legalize operation 'scf.forall' that was explicitly marked illegal}}
  // expected-note@+1 {{it has shared outputs, which must be bufferized first}}
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<4xf32>
}
