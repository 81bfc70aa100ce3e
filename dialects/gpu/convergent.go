package gpu

import "github.com/girih-ir/girih/ir"

// Scope is a group of threads of a block.
type Scope uint8

// The scopes, from the largest to the smallest. Each is part of the one before it.
const (
	Block     Scope = iota
	WarpGroup       // 128 threads: four consecutive warps, the first of which has a number divisible by 4
	Warp            // 32 threads with consecutive numbers
	Thread
)

// String returns the scope's name.
func (s Scope) String() string { return [...]string{"block", "warp group", "warp", "thread"}[s] }

// Convergent is the interface of operations whose effect depends on which threads execute them together, such as
// barriers, shuffles and products of a warp. Each such operation has it where it is defined.
type Convergent interface {
	// Together returns the threads that must come to the operation together, and a clause that says why. It is
	// [Thread] where the operation names some of the threads of a warp, or takes those that happen to be there.
	Together(op *ir.Operation) (Scope, string)
}

// Together is the interface [Convergent] of an operation that always takes the same scope.
type Together struct {
	Scope Scope
	Why   string
}

// Together returns the scope and the reason.
func (t Together) Together(*ir.Operation) (Scope, string) { return t.Scope, t.Why }
