package layout

import "strconv"

// Names of the input dimensions of distributed layouts, from the fastest-varying to the slowest-varying.
const (
	Register = "register"
	Lane     = "lane"
	Warp     = "warp"
	Block    = "block"
)

// OutName returns the name of a tensor's dimension i as an output dimension: "dim0", "dim1", ...
func OutName(i int) string { return "dim" + strconv.Itoa(i) }
