package ir

// String returns the MLIR text of each builtin type and attribute, without aliases.

func (t *IntegerType) String() string        { return TypeText(t) }
func (t *IndexType) String() string          { return TypeText(t) }
func (t *NoneType) String() string           { return TypeText(t) }
func (t *FloatType) String() string          { return TypeText(t) }
func (t *ComplexType) String() string        { return TypeText(t) }
func (t *TupleType) String() string          { return TypeText(t) }
func (t *FunctionType) String() string       { return TypeText(t) }
func (t *OpaqueType) String() string         { return TypeText(t) }
func (t *VectorType) String() string         { return TypeText(t) }
func (t *TensorType) String() string         { return TypeText(t) }
func (t *UnrankedTensorType) String() string { return TypeText(t) }
func (t *MemRefType) String() string         { return TypeText(t) }
func (t *UnrankedMemRefType) String() string { return TypeText(t) }

func (a *UnitAttr) String() string                  { return AttrText(a) }
func (a *IntegerAttr) String() string               { return AttrText(a) }
func (a *FloatAttr) String() string                 { return AttrText(a) }
func (a *StringAttr) String() string                { return AttrText(a) }
func (a *ArrayAttr) String() string                 { return AttrText(a) }
func (a *DictAttr) String() string                  { return AttrText(a) }
func (a *TypeAttr) String() string                  { return AttrText(a) }
func (a *SymbolRefAttr) String() string             { return AttrText(a) }
func (a *AffineMapAttr) String() string             { return AttrText(a) }
func (a *IntegerSetAttr) String() string            { return AttrText(a) }
func (a *StridedLayoutAttr) String() string         { return AttrText(a) }
func (a *OpaqueAttr) String() string                { return AttrText(a) }
func (a *DistinctAttr) String() string              { return AttrText(a) }
func (a *DenseElementsAttr) String() string         { return AttrText(a) }
func (a *DenseStringElementsAttr) String() string   { return AttrText(a) }
func (a *DenseArrayAttr) String() string            { return AttrText(a) }
func (a *SparseElementsAttr) String() string        { return AttrText(a) }
func (a *DenseResourceElementsAttr) String() string { return AttrText(a) }
func (a *UnknownLoc) String() string                { return AttrText(a) }
func (a *FileLineColRange) String() string          { return AttrText(a) }
func (a *NameLoc) String() string                   { return AttrText(a) }
func (a *CallSiteLoc) String() string               { return AttrText(a) }
func (a *FusedLoc) String() string                  { return AttrText(a) }
