// Package function implements what function-like operations of all dialects share, as upstream's FunctionOpInterface
// does: the text of a symbol with a signature and a body, and the checks that relate the function type, the entry
// block's arguments and the attributes of arguments and results.
//
// A dialect's definition points its Parse, Print and Verify hooks here; see package dialects/func for the simplest one.
// Calls are not here.
package function
