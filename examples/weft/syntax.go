package main

// This file defines the structure of a parsed program. A node keeps the offset of the text to which its errors point.

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
	// Offset returns the place to which errors about the expression point. For a binary expression it is the operator.
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

// Range is `FROM..TO`: the block of the integers from FROM to TO, without TO.
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

// Access is `ARRAY[INDEX if MASK else OTHER]`: the elements at the indices for which the mask is true. Mask may be nil.
// Other may be nil, too; it is the result of a load where the mask is false.
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
