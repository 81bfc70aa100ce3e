package ir

// MayNeedAliases reports whether a dialect suggests an alias for any type or attribute of the context, apart from the
// locations of operations. If not, printers need not look for aliases operation by operation: a context has far fewer
// distinct attributes than a module has operations.
func (ctx *Context) MayNeedAliases() bool {
	if ctx.attrs.inner.Load() {
		return true
	}
	hooks := ctx.Dialects()
	found := false
	visit := func(v any) bool {
		for _, d := range hooks {
			if a, ok := v.(Attribute); ok && d.AliasAttr != nil && d.AliasAttr(a) != "" {
				found = true
			}
			if t, ok := v.(Type); ok && d.AliasType != nil && d.AliasType(t) != "" {
				found = true
			}
		}
		return !found
	}
	each(&ctx.attrs.maps, visit)
	each(&ctx.attrs.sets, visit)
	eachList(&ctx.types.tuples, visit)
	var kinds []kind // collected first, since hooks may intern values of new kinds
	each(&ctx.kinds, func(v any) bool {
		kinds = append(kinds, v.(kind))
		return true
	})
	for _, k := range kinds {
		k.each(visit)
	}
	return found
}
