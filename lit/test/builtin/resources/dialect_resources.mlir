// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The dialect section of the resource trailer: blobs used, unused and missing.

"u.a"() {a = dense_resource<blob1> : tensor<2xi32>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x040000000100000002000000"
    }
  }
#-}

// -----

"u.a"() {b = dense_resource<second> : tensor<1xi64>, a = dense_resource<first> : tensor<4xi8>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      first: "0x0100000001020304",
      second: "0x080000000100000000000000"
    }
  }
#-}

// -----

"u.a"() : () -> ()
{-#
  dialect_resources: {
    builtin: {
      unused: "0x040000000100000002000000"
    }
  }
#-}

// -----

"u.a"() {a = dense_resource<absent> : tensor<2xi32>, b = dense_resource<present> : tensor<2xi8>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      present: "0x01000000FF7F"
    }
  }
#-}

// -----

"u.a"() {a = dense_resource<"quoted key"> : tensor<1xf32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      "quoted key": "0x040000000000803F"
    }
  }
#-}

// -----

{-#
  dialect_resources: {
    builtin: {
      early: "0x0400000001000000"
    }
  }
#-}
"u.a"() {a = dense_resource<early> : tensor<1xi32>} : () -> ()

// -----

"u.a"() {a = [dense_resource<r> : tensor<1xi32>], b = dense_resource<r> : tensor<1xf32>} : () -> ()
{-# dialect_resources: { builtin: { r: "0x0400000001000000" } } #-}
