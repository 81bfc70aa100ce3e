package inputdump

// Help explains a dump.
const Help = `An input dump shows the lines of the input, and below each line what the directives have to do with it.

Related options:

  - --dump-input=always|fail|never chooses when there is a dump
  - --dump-input-filter and --dump-input-context choose its lines
  - -v and -vv add annotations
  - --color, also here

Labels:

  - L:     line L of the input; a space at its end stands for the newline
  - T:L    the only result of a directive of type T on line L of the check file; L is impN for the Nth implicit pattern
  - T:L'N  result number N of that directive

Marks:

  - ^~~    a match as it should be (with -v)
  - !~~    a match that should not be: of CHECK-NOT, on the wrong line, or, with -vv, a discarded one of CHECK-DAG
  - X~~    where a pattern was searched in vain: an error, or with -vv what CHECK-NOT wants
  - ?      where a pattern without a match may have been meant to match
  - ...    stands for lines that are left out
`
