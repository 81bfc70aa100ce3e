// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// String attributes: escapes, bytes that are not ASCII, types.

"u.a"() {a = ""} : () -> ()
"u.a"() {a = "text"} : () -> ()
"u.a"() {a = "with blanks"} : () -> ()
"u.a"() {a = "'single'"} : () -> ()
"u.a"() {a = "tab\t newline\n quote\" backslash\\"} : () -> ()

// -----

"u.a"() {a = "\00\01\1F\7F"} : () -> ()
"u.a"() {a = "\C3\A9"} : () -> ()
"u.a"() {a = "é"} : () -> ()
"u.a"() {a = "日本"} : () -> ()
"u.a"() {a = "\FF"} : () -> ()
"u.a"() {a = "\0A\0D\09"} : () -> ()
"u.a"() {a = "%d {} <> // not a comment"} : () -> ()

// -----

"u.a"() {a = "typed" : i32} : () -> ()
"u.a"() {a = "typed" : !u.str} : () -> ()
"u.a"() {a = "typed" : index} : () -> ()
"u.a"() {a = "untyped" : none} : () -> ()

// -----

"u.a"() {"quoted key" = "v", "plain" = 1 : i8, "é" = 2 : i8, "with \"quote" = 3 : i8} : () -> ()
