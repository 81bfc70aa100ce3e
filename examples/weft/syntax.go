package main

// This file is the shape of a parsed program. A node keeps the offset of the text that errors about it point at.

// File is a source file.
type File struct{ Kernels []*Kernel }

// Kernel is `kernel NAME(PARAMS) { STATEMENTS }`.
type Kernel struct {
	Name   Name
	Params []Param
	Body   []Stmt
	End    int // offset of the closing brace
}

// Param is `NAME: ELEM`, or `NAME: [ELEM]` for an array.
type Param struct {
	Name  Name
	Elem  Name
	Array bool
}

// Name is a word of the source.
type Name struct {
	Pos  int
	Text string
}

// Stmt is a *Let or a *Store.
type Stmt interface{ stmt() }

// Let is `let NAME = VALUE`.
type Let struct {
	Name  Name
	Value Expr
}

// Store is `TARGET = VALUE`.
type Store struct {
	Target *Access
	Value  Expr
}

func (*Let) stmt()   {}
func (*Store) stmt() {}

// Expr is an expression.
type Expr interface {
	// Offset returns where errors about the expression point: at the operator of a binary one.
	Offset() int
}

// Int, Float and Bool are constants.
type (
	Int struct {
		Pos   int
		Value int64
	}
	Float struct {
		Pos   int
		Value float64
	}
	Bool struct {
		Pos   int
		Value bool
	}
)

// Range is `FROM..TO`: the block of the integers from FROM up to, and without, TO.
type Range struct {
	Pos      int
	From, To int64
}

// Unary is `-X` or `!X`.
type Unary struct {
	Pos int
	Op  string
	X   Expr
}

// Binary is `X OP Y`.
type Binary struct {
	Pos  int
	Op   string
	X, Y Expr
}

// Access is `ARRAY[INDEX if MASK else OTHER]`: the elements at the indices, accessed where the mask holds. Mask may be
// nil, and so may Other, what a load gives elsewhere.
type Access struct {
	Array              Name
	Index, Mask, Other Expr
}

// Call is `FUNCTION(ARGS)`.
type Call struct {
	Function Name
	Args     []Expr
}

// Offset implements [Expr].
func (e *Int) Offset() int    { return e.Pos }
func (e *Float) Offset() int  { return e.Pos }
func (e *Bool) Offset() int   { return e.Pos }
func (e *Range) Offset() int  { return e.Pos }
func (e *Unary) Offset() int  { return e.Pos }
func (e *Binary) Offset() int { return e.Pos }
func (e *Access) Offset() int { return e.Array.Pos }
func (e *Call) Offset() int   { return e.Function.Pos }
func (n Name) Offset() int    { return n.Pos }
