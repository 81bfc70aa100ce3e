package irgen

import "strings"

// blockArguments returns "%a: i32, %b: f32", with locations.
func (g *generator) blockArguments(names []string, ts []typ) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = n + ": " + ts[i].String() + g.trailingLocation()
	}
	return strings.Join(parts, ", ")
}

// blocks writes the blocks of a region, from the operations of the entry block to a block that terminate ends. The
// other blocks may be written in another order than that of control flow.
func (g *generator) blocks(terminate func()) {
	start := len(g.out)
	c := &controlFlow{generator: g}
	g.statements(1 + g.IntN(4))
	for range 1 + g.IntN(3) {
		c.branch(0)
		g.statements(1 + g.IntN(4))
	}
	terminate()
	if g.has(Unregistered) && g.chance(15) {
		c.unreachable()
	}
	c.shuffle(start)
}

// controlFlow writes a graph of blocks. The values of a block stay visible where it dominates.
type controlFlow struct {
	*generator
	starts []int // offset in out of each block except the entry
}

// label begins a block.
func (c *controlFlow) label(name string, arguments []string, ts []typ) {
	c.starts = append(c.starts, len(c.out))
	c.indent--
	c.begin()
	c.indent++
	c.write(name)
	if len(arguments) > 0 {
		c.write("(", c.blockArguments(arguments, ts), ")")
	}
	c.write(":\n")
	c.define(arguments, ts)
}

// target returns a successor with values of the types for its arguments.
func (c *controlFlow) target(block string, ts []typ) string {
	if len(ts) == 0 {
		return block
	}
	return block + "(" + strings.Join(c.uses(ts), ", ") + " : " + list(ts) + ")"
}

// jump ends a block with a cf.br.
func (c *controlFlow) jump(block string, ts []typ) {
	target := c.target(block, ts)
	c.line("cf.br ", target, c.attributeDictionary())
}

// branch ends the current block and leaves the generator in a block that all paths reach.
func (c *controlFlow) branch(depth int) {
	switch c.IntN(5) {
	case 0:
		next, ts := c.block(), c.types(2)
		c.jump(next, ts)
		c.label(next, c.freshes(len(ts)), ts)
	case 1:
		c.loop()
	case 2:
		c.switchOp(depth)
	default:
		c.diamond(depth)
	}
}

// arm writes a block between a branch and a join. Values defined in it are not used after it.
func (c *controlFlow) arm(name string, takes []typ, join string, gives []typ, depth int) {
	mark := c.values.mark()
	c.label(name, c.freshes(len(takes)), takes)
	c.statements(1 + c.IntN(3))
	if depth < 2 && c.chance(25) {
		c.branch(depth + 1)
		c.statements(1)
	}
	c.jump(join, gives)
	c.values.release(mark)
}

// diamond writes a cf.cond_br whose sides join again; one side may go directly to the join.
func (c *controlFlow) diamond(depth int) {
	join, gives := c.block(), c.types(2)
	left, right := c.block(), c.block()
	takes, others := c.types(2), c.types(1)
	short := c.chance(30)
	condition := c.test()
	yes := c.target(left, takes)
	no := ""
	if short {
		no = c.target(join, gives)
	} else {
		no = c.target(right, others)
	}
	weights := ""
	if c.has(Flags) && c.chance(20) {
		weights = " weights([" + itoa(1+c.IntN(99)) + ", " + itoa(c.IntN(99)) + "])"
	}
	c.line("cf.cond_br ", condition, weights, ", ", yes, ", ", no, c.attributeDictionary())
	c.arm(left, takes, join, gives, depth)
	if !short {
		c.arm(right, others, join, gives, depth)
	}
	c.label(join, c.freshes(len(gives)), gives)
}

// switchOp writes a cf.switch whose cases join again.
func (c *controlFlow) switchOp(depth int) {
	t := c.typeWhere(func(t typ) bool {
		return t.isScalar() && t.isInteger() && t.width > 2 && t.width <= 64
	}, func() typ { return i32Type })
	join, gives := c.block(), c.types(2)
	value := c.use(t)
	fallback := c.block()
	targets := []string{"default: " + c.target(fallback, nil)}
	var arms []string
	var takes [][]typ
	for i := range c.IntN(4) {
		name, ts := c.block(), c.types(1)
		arms, takes = append(arms, name), append(takes, ts)
		targets = append(targets, itoa(i)+": "+c.target(name, ts))
	}
	c.line("cf.switch ", value, " : ", t.String(), ", [", strings.Join(targets, ", "), "]", c.attributeDictionary())
	c.arm(fallback, nil, join, gives, depth)
	for i, name := range arms {
		c.arm(name, takes[i], join, gives, depth)
	}
	c.label(join, c.freshes(len(gives)), gives)
}

// loop writes a loop of blocks that carries values, and a counter that makes it end.
func (c *controlFlow) loop() {
	head, body, exit := c.block(), c.block(), c.block()
	ts := append(c.types(2), i32Type)
	count := c.constantOf(i32Type, itoa(c.IntN(6)))
	carried := c.uses(ts[:len(ts)-1])
	c.line("cf.br ", head, "(", strings.Join(append(carried, count), ", "), " : ", list(ts), ")")
	arguments := c.freshes(len(ts))
	c.label(head, arguments, ts)
	counter := arguments[len(ts)-1]
	zero, more := c.constantOf(i32Type, "0"), c.fresh()
	c.line(more, " = arith.cmpi sgt, ", counter, ", ", zero, " : i32")
	c.line("cf.cond_br ", more, ", ", body, ", ", exit)
	mark := c.values.mark()
	c.looping(func() {
		c.label(body, nil, nil)
		c.statements(1 + c.IntN(4))
		one, next := c.constantOf(i32Type, "1"), c.fresh()
		c.line(next, " = arith.subi ", counter, ", ", one, " : i32")
		back := append(c.uses(ts[:len(ts)-1]), next)
		c.line("cf.br ", head, "(", strings.Join(back, ", "), " : ", list(ts), ")")
	})
	c.values.release(mark)
	c.label(exit, nil, nil)
}

// unreachable writes an unreachable block. The rules of dominance do not apply in it.
func (c *controlFlow) unreachable() {
	mark := c.values.mark()
	name := c.block()
	value := c.fresh()
	c.label(name, nil, nil)
	c.line(`"gen.early"(`, value, ") : (i32) -> ()")
	c.line(value, ` = "gen.value"() : () -> i32`)
	c.line("cf.br ", name)
	c.values.release(mark)
}

// shuffle permutes the blocks written since start, except the first.
func (c *controlFlow) shuffle(start int) {
	if len(c.starts) < 2 || !c.chance(30) {
		return
	}
	text := string(c.out[c.starts[0]:])
	blocks := make([]string, len(c.starts))
	for i, s := range c.starts {
		end := len(c.out)
		if i+1 < len(c.starts) {
			end = c.starts[i+1]
		}
		blocks[i] = text[s-c.starts[0] : end-c.starts[0]]
	}
	c.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	c.out = c.out[:c.starts[0]]
	c.write(blocks...)
}
