package llvm

import (
	"strings"

	"github.com/girih-ir/girih/ir"
)

// parameterRule describes an attribute of parameters or results and the types it is allowed on.
type parameterRule struct {
	value     string // "unit", "integer" or "type"
	on        string // "pointer" or "integer", "" for any type
	noResults bool   // results cannot have it
}

// parameterRules are the rules for LLVM's parameter attributes (LangRef, "Parameter Attributes") that mlir-opt checks.
var parameterRules = map[string]parameterRule{
	"noalias": {"unit", "pointer", false}, "readonly": {"unit", "pointer", true}, "readnone": {"unit", "pointer", true},
	"writeonly": {"unit", "pointer", true}, "nest": {"unit", "pointer", true}, "nocapture": {"unit", "pointer", true},
	"nofree": {"unit", "pointer", true}, "nonnull": {"unit", "pointer", false},
	"signext": {"unit", "integer", false}, "zeroext": {"unit", "integer", false},
	"noundef": {"unit", "", false}, "inreg": {"unit", "", false}, "returned": {"unit", "", true},
	"allocalign": {"unit", "", true}, "allocptr": {"unit", "", true},
	"align": {"integer", "pointer", false}, "alignstack": {"integer", "pointer", true},
	"dereferenceable": {"integer", "pointer", false}, "dereferenceable_or_null": {"integer", "pointer", false},
	"byval": {"type", "pointer", true}, "byref": {"type", "pointer", true}, "sret": {"type", "pointer", true},
	"inalloca": {"type", "pointer", true}, "preallocated": {"type", "pointer", true},
	"elementtype": {"type", "pointer", true},
}

// verifyParameter checks an attribute of a parameter or result of a function of any dialect. Types that are not LLVM
// types, such as memrefs, may have any attribute because their LLVM type is not known yet.
func verifyParameter(op *ir.Operation, t ir.Type, isResult bool, attr ir.NamedAttr) error {
	rule, known := parameterRules[strings.TrimPrefix(attr.Name, "llvm.")]
	if !known {
		return nil
	}
	if isResult && rule.noResults {
		return ir.Errorf(op.Loc(), "\"%s\" is not a valid result attribute", attr.Name)
	}
	var fits bool
	switch attr.Value.(type) {
	case *ir.UnitAttr:
		fits = rule.value == "unit"
	case *ir.IntegerAttr:
		fits = rule.value == "integer"
	case *ir.TypeAttr:
		fits = rule.value == "type"
	}
	_, isInteger := t.(*ir.IntegerType)
	switch {
	case !fits && rule.value == "integer":
		return ir.Errorf(op.Loc(), "\"%s\" should be an integer attribute", attr.Name)
	case !fits:
		return ir.Errorf(op.Loc(), "\"%s\" should be a %s attribute", attr.Name, rule.value)
	case !IsCompatible(t):
		return nil
	case rule.on == "pointer" && !isPointer(t), rule.on == "integer" && !isInteger:
		return ir.Errorf(op.Loc(), "\"%s\" attribute attached to non-%s LLVM type", attr.Name, rule.on)
	}
	return nil
}

// verifyModuleAttr checks an attribute of the dialect on an operation of any dialect.
func verifyModuleAttr(op *ir.Operation, attr ir.NamedAttr) error {
	if _, ok := attr.Value.(*ir.StringAttr); attr.Name == DataLayout && !ok {
		return op.Errorf("expected '%s' to be a string attributes", DataLayout)
	}
	return nil
}
