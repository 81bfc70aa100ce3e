package text

import (
	"slices"
	"strconv"

	"github.com/girih-ir/girih/ir"
)

// valueNumbering holds the names under which values print, as mlir-opt gives them: numbers in order, `arg` and a
// number for arguments of entry blocks, and what operations suggest, made unique by a counter shared by all names.
//
// A region's values are numbered before those of the regions inside it. Sibling regions continue from the region
// around them; in generic form, numbers are unique over the whole operation, and regions are visited last first.
type valueNumbering struct {
	named     []string
	groups    map[*ir.Operation][]int // indices at which result groups start, where there are several
	opNumbers map[*ir.Operation]int   // of operations without results, for comments that list users
}

// How a name is coded in Value.Number: plain numbers as they are, others with a tag in the top bits.
const (
	tagMask  = 3 << 30
	tagArg   = 1 << 30 // argN
	tagNamed = 2 << 30 // an index into named
	unnamed  = 3 << 30
)

// counters are the states of the counters that sibling regions restart from.
type counters struct{ value, arg, conflict uint32 }

// numbering assigns the names.
type numbering struct {
	*valueNumbering
	opts    Options
	next    counters
	used    map[string]int // names in scope, with the depth that introduced them
	usedLog []string
	nameBuf []byte
}

// pendingRegion is a region whose turn has not come.
type pendingRegion struct {
	region *ir.Region
	from   counters
	scope  int // length of usedLog in the scope around
}

func numberValues(op *ir.Operation, opts Options) *valueNumbering {
	n := &numbering{valueNumbering: &valueNumbering{}, opts: opts}
	var pending []pendingRegion
	push := func(op *ir.Operation) {
		for i := range op.NumRegions() {
			pending = append(pending, pendingRegion{op.Region(i), n.next, len(n.usedLog)})
		}
	}
	push(op)
	n.op(op)
	unique := opts.Generic || opts.UniqueSSANumbers
	for len(pending) > 0 {
		r := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if !unique {
			n.next = r.from
		}
		n.leaveTo(r.scope)
		n.region(r.region)
		for b := range r.region.Blocks() {
			for op := b.First(); op != nil; op = op.Next() {
				if op.NumRegions() > 0 {
					push(op)
				}
			}
		}
	}
	return n.valueNumbering
}

// leaveTo forgets the names of scopes that have ended.
func (n *numbering) leaveTo(length int) {
	for _, name := range n.usedLog[length:] {
		delete(n.used, name)
	}
	n.usedLog = n.usedLog[:length]
}

func (n *numbering) region(r *ir.Region) {
	named := false
	if !n.opts.Generic {
		if def := r.ParentOp().Def(); def != nil && def.ArgNames != nil {
			named = true
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.Number = unnamed
				}
			}
			def.ArgNames(r.ParentOp(), r, n.setName)
		}
	}
	blocks := uint32(0)
	for b := range r.Blocks() {
		b.Number = blocks
		blocks++
		entry := b.IsEntry()
		for _, a := range b.Args() {
			if named && a.Number != unnamed {
				continue
			}
			if entry {
				n.argument(a)
			} else {
				n.number(a)
			}
		}
		for op := b.First(); op != nil; op = op.Next() {
			n.op(op)
		}
	}
}

func (n *numbering) argument(a *ir.Value) {
	i := n.next.arg
	n.next.arg++
	if n.opts.Generic {
		a.Number = tagArg | i
		return
	}
	n.setName(a, "arg"+strconv.Itoa(int(i)))
}

func (n *numbering) number(v *ir.Value) {
	v.Number = n.next.value
	n.next.value++
}

func (n *numbering) op(op *ir.Operation) {
	count := op.NumResults()
	if count == 0 {
		if n.opts.ValueUsers {
			if n.opNumbers == nil {
				n.opNumbers = make(map[*ir.Operation]int)
			}
			n.opNumbers[op] = int(n.next.value)
			n.next.value++
		}
		return
	}
	def := op.Def()
	if n.opts.Generic || def == nil || def.ResultNames == nil {
		n.number(op.Result(0))
		return
	}
	for _, v := range op.Results() {
		v.Number = unnamed
	}
	var groups []int
	def.ResultNames(op, func(v *ir.Value, name string) {
		n.setName(v, name)
		if v.Index() > 0 {
			groups = append(groups, v.Index())
		}
	})
	if op.Result(0).Number == unnamed {
		n.number(op.Result(0))
	}
	if len(groups) > 0 {
		if n.groups == nil {
			n.groups = make(map[*ir.Operation][]int)
		}
		slices.Sort(groups)
		n.groups[op] = append([]int{0}, groups...)
	}
}

// setName gives a value a name, made unique. An empty name asks for a number.
func (n *numbering) setName(v *ir.Value, name string) {
	if name == "" {
		n.number(v)
		return
	}
	name = n.unique(sanitize(name))
	v.Number = tagNamed | uint32(len(n.named))
	n.named = append(n.named, name)
}

func (n *numbering) unique(name string) string {
	if n.used == nil {
		n.used = make(map[string]int)
	}
	if _, taken := n.used[name]; taken {
		for {
			n.nameBuf = append(append(n.nameBuf[:0], name...), '_')
			n.nameBuf = strconv.AppendUint(n.nameBuf, uint64(n.next.conflict), 10)
			n.next.conflict++
			if _, taken := n.used[string(n.nameBuf)]; !taken {
				break
			}
		}
		name = string(n.nameBuf)
	}
	n.used[name] = len(n.usedLog)
	n.usedLog = append(n.usedLog, name)
	return name
}

// sanitize makes a suggested name an identifier: a leading digit gets an underscore in front, blanks become
// underscores, and other characters their code in hexadecimal.
func sanitize(name string) string {
	clean := class[name[0]]&classDigit == 0
	for i := 0; clean && i < len(name); i++ {
		clean = class[name[i]]&classSuffix != 0
	}
	if clean {
		return name
	}
	var out []byte
	if class[name[0]]&classDigit != 0 {
		out = append(out, '_')
	}
	for i := range len(name) {
		switch c := name[i]; {
		case class[c]&classSuffix != 0:
			out = append(out, c)
		case c == ' ':
			out = append(out, '_')
		default:
			out = append(out, upperHex(c>>4), upperHex(c&15))
			if c < 16 {
				out = append(out[:len(out)-2], upperHex(c))
			}
		}
	}
	return string(out)
}

func upperHex(n byte) byte { return "0123456789ABCDEF"[n] }

func (n *valueNumbering) appendName(dst []byte, v *ir.Value) []byte {
	dst = append(dst, '%')
	switch v.Number & tagMask {
	case tagArg:
		dst = append(dst, "arg"...)
		return strconv.AppendUint(dst, uint64(v.Number&^tagMask), 10)
	case tagNamed:
		return append(dst, n.named[v.Number&^tagMask]...)
	}
	return strconv.AppendUint(dst, uint64(v.Number&^tagMask), 10)
}

// shadow makes an argument print under the name of another value.
func (n *valueNumbering) shadow(arg, v *ir.Value, p *printer) {
	scratch := printer{names: n}
	scratch.Operand(v)
	arg.Number = tagNamed | uint32(len(n.named))
	n.named = append(n.named, string(scratch.Buf[1:]))
}

// predecessors returns the numbers of the blocks that branch to b, in order.
func (n *valueNumbering) predecessors(b *ir.Block) []uint32 {
	var out []uint32
	for op := range b.Predecessors() {
		out = append(out, op.Block().Number)
	}
	slices.Sort(out)
	return out
}
