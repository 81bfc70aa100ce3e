// Package enums provides the attributes that dialects use for enumerations: integers whose text in an operation is a
// keyword ([Keyword]), and sets of flags that are attributes of their own, as #arith.fastmath<nnan,ninf> ([Flags]).
//
// A dialect declares each of its enumerations once, as a package variable, and uses its Constraint in definitions.
package enums
