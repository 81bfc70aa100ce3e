package ir

// ElementOrSelf returns the element type of a shaped type, and any other type itself.
func ElementOrSelf(t Type) Type {
	switch t := t.(type) { // a question for an interface takes much longer
	case *TensorType:
		return t.ElementType()
	case *IntegerType, *FloatType, *IndexType:
		return t
	}
	if s, ok := t.(ShapedType); ok {
		return s.ElementType()
	}
	return t
}

// IsInt reports whether t is a signless integer of the given width; width 0 asks for any width.
func IsInt(t Type, width uint32) bool {
	i, ok := t.(*IntegerType)
	return ok && i.Signedness == Signless && (width == 0 || i.Width == width)
}

// IsFloat reports whether t is a floating-point type.
func IsFloat(t Type) bool {
	_, ok := t.(*FloatType)
	return ok
}

// IsIndex reports whether t is `index`.
func IsIndex(t Type) bool {
	_, ok := t.(*IndexType)
	return ok
}

// BitWidth returns the number of bits of an integer or float type, and 0 for others.
func BitWidth(t Type) int {
	switch t := t.(type) {
	case *IntegerType:
		return int(t.Width)
	case *FloatType:
		return t.Format.Bits()
	}
	return 0
}

// IntegerWidth returns the number of bits of an integer, or of the constants of an index; for a shaped type, of its
// elements. It is 0 for other types.
func IntegerWidth(t Type) int {
	switch elem := ElementOrSelf(t).(type) {
	case *IndexType:
		return IndexWidth
	case *IntegerType:
		return int(elem.Width)
	}
	return 0
}

// TensorShape returns the dimensions of a ranked tensor, and nil for other types.
func TensorShape(t Type) []int64 {
	if tensor, ok := t.(*TensorType); ok {
		return tensor.Shape()
	}
	return nil
}

// Product returns the product of sizes, such as the number of elements of a shape without unknown dimensions.
func Product[T int | int64](sizes []T) T {
	n := T(1)
	for _, size := range sizes {
		n *= size
	}
	return n
}

// NumElements returns the product of a static shape; ok is false when a dimension is dynamic, the rank is unknown, or
// the product overflows.
func NumElements(t ShapedType) (n int64, ok bool) {
	if !t.HasRank() {
		return 0, false
	}
	n = 1
	for _, d := range t.Shape() {
		if d == Dynamic {
			return 0, false
		}
		if d != 0 && n > (1<<62)/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// HasConstants reports whether there are constants of a type: only shaped types of unknown size have none.
func HasConstants(t Type) bool {
	shaped, ok := t.(ShapedType)
	if !ok {
		return true
	}
	_, static := NumElements(shaped)
	return static
}

// WithElement returns the shaped type t with another element type, and elem itself when t is not shaped: the rule by
// which a comparison of vector<4xf32> gives vector<4xi1>. Layout and memory space of a memref are kept.
func (ctx *Context) WithElement(t, elem Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return ctx.VectorType(t.shape, elem, t.scalable)
	case *TensorType:
		if elem == t.ElementType() {
			return t
		}
		return ctx.TensorType(t.shape, elem, t.Encoding)
	case *UnrankedTensorType:
		return ctx.UnrankedTensorType(elem)
	case *MemRefType:
		return ctx.MemRefType(t.shape, elem, t.Layout, t.MemorySpace)
	case *UnrankedMemRefType:
		return ctx.UnrankedMemRefType(elem, t.MemorySpace)
	}
	return elem
}
