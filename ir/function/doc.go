// Package function implements the common part of the function-like operations of all dialects, as upstream's
// FunctionOpInterface does: the text of a symbol with a signature and a body, and the checks that relate the function
// type, the entry block's arguments and the attributes of arguments and results.
//
// A dialect's definition uses Parse, Print and Verify of this package as its hooks; see package dialects/func for the
// simplest one. [DirectCall], [CallAttrs] and [VerifyReturn] do the same for calls by name and for returns.
package function
