// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// The external section of the resource trailer is read. It is dropped because nothing owns it.

"u.a"() : () -> ()
{-#
  external_resources: {
    tool: {
      blob: "0x0400000001000000",
      flag: true,
      off: false,
      text: "some text"
    }
  }
#-}

// -----

"u.a"() : () -> ()
{-# #-}

// -----

"u.a"() : () -> ()
{-#
  dialect_resources: {},
  external_resources: {}
#-}
