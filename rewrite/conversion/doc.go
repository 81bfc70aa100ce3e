// Package conversion rewrites operations until all of them are legal: a [Target] says which are, [Pattern]s turn those
// that are not into others, and a [TypeConverter] says which types stand for which.
//
// Start with [Partial] and [Full]. While patterns run, a value may already have its new type where it is defined but
// not yet where it is used, or the other way round; casts (`builtin.unrealized_conversion_cast`) bridge the two. In the
// end those that cancel each other vanish and a type converter's materializations replace the rest.
//
// A conversion that fails leaves the IR as it was: every change is kept in a journal that can be undone, which also
// lets the driver try another pattern when what one made cannot be legalized.
//
// What is not here: rewriting until nothing matches, without a notion of legality (package rewrite).
package conversion
