// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// cf.assert and its message.

func.func @message(%c: i1) {
  cf.assert %c, "must hold"
  cf.assert %c, ""
  cf.assert %c, "quotes \" and \\ and \n and \C3\A9"
  return
}

// -----

func.func @attributes(%c: i1) {
  cf.assert %c, "tagged" {u.tag, n = 2 : i9}
  return
}

// -----

func.func @generic(%c: i1) {
  "cf.assert"(%c) <{msg = "generic"}> : (i1) -> ()
  "cf.assert"(%c) {msg = "old style", u.tag} : (i1) -> ()
  return
}
