package girih

// PTXByAny lets tests compile by compilers of their own.
var PTXByAny = (*Program).ptxByAny
