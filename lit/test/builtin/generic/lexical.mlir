// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -

// Comments, blanks, line ends, and operations on one line.

// a comment
"u.a"() : () -> () // behind an operation
"u.b"( // inside
) : ( // an
) // operation
-> ()

// -----

"u.a"():()->()"u.b"():()->()%0="u.c"():()->i32"u.d"(%0):(i32)->()

// -----

	"u.a"  (  )   {  x   =  1  }  :  (  )  ->  (  )


   "u.b"
(
)
:
(
)
->
(
)

// -----

// nothing but a comment

// -----



// -----

"u.s"() {a = "// not a comment", b = "{-# not a resource #-}"} : () -> ()//comment at the end
