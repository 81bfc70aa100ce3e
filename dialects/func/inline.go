package fn

import "github.com/girih-ir/girih/ir"

const noInline = "no_inline"

// mayInline reports whether neither a call nor its callee has the attribute no_inline.
func mayInline(call, callable *ir.Operation) bool {
	return call.Inherent(noInline) == nil && callable.Inherent(noInline) == nil
}
