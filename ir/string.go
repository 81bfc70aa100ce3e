package ir

// String returns the MLIR text of each builtin type and attribute, without aliases.

func (t *IntegerType) String() string        { return typeText(t) }
func (t *IndexType) String() string          { return typeText(t) }
func (t *NoneType) String() string           { return typeText(t) }
func (t *FloatType) String() string          { return typeText(t) }
func (t *ComplexType) String() string        { return typeText(t) }
func (t *TupleType) String() string          { return typeText(t) }
func (t *FunctionType) String() string       { return typeText(t) }
func (t *OpaqueType) String() string         { return typeText(t) }
func (t *VectorType) String() string         { return typeText(t) }
func (t *TensorType) String() string         { return typeText(t) }
func (t *UnrankedTensorType) String() string { return typeText(t) }
func (t *MemRefType) String() string         { return typeText(t) }
func (t *UnrankedMemRefType) String() string { return typeText(t) }

func (a *UnitAttr) String() string                  { return attrText(a) }
func (a *IntegerAttr) String() string               { return attrText(a) }
func (a *FloatAttr) String() string                 { return attrText(a) }
func (a *StringAttr) String() string                { return attrText(a) }
func (a *ArrayAttr) String() string                 { return attrText(a) }
func (a *DictAttr) String() string                  { return attrText(a) }
func (a *TypeAttr) String() string                  { return attrText(a) }
func (a *SymbolRefAttr) String() string             { return attrText(a) }
func (a *AffineMapAttr) String() string             { return attrText(a) }
func (a *IntegerSetAttr) String() string            { return attrText(a) }
func (a *StridedLayoutAttr) String() string         { return attrText(a) }
func (a *OpaqueAttr) String() string                { return attrText(a) }
func (a *DistinctAttr) String() string              { return attrText(a) }
func (a *DenseElementsAttr) String() string         { return attrText(a) }
func (a *DenseStringElementsAttr) String() string   { return attrText(a) }
func (a *DenseArrayAttr) String() string            { return attrText(a) }
func (a *SparseElementsAttr) String() string        { return attrText(a) }
func (a *DenseResourceElementsAttr) String() string { return attrText(a) }
func (a *UnknownLoc) String() string                { return attrText(a) }
func (a *FileLineColRange) String() string          { return attrText(a) }
func (a *NameLoc) String() string                   { return attrText(a) }
func (a *CallSiteLoc) String() string               { return attrText(a) }
func (a *FusedLoc) String() string                  { return attrText(a) }
