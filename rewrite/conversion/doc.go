// Package conversion rewrites operations until all of them are legal. A [Target] says which operations are legal,
// [Pattern]s rewrite illegal operations, and a [TypeConverter] maps types to types.
//
// Start with [Partial] and [Full]. While patterns run, the definition of a value may already have its new type while
// its users still expect the old one, or the other way round. Casts (`builtin.unrealized_conversion_cast`) bridge the
// two. In the end, casts that cancel each other are removed, and the materializations of the type converter replace the
// rest.
//
// A conversion that fails leaves the IR unchanged: a journal records every change and can undo it. The journal also
// lets the driver try another pattern if the result of one cannot be legalized.
//
// Package rewrite applies patterns until none matches, without a notion of legality.
package conversion
