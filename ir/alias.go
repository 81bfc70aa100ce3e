package ir

// MayNeedAliases reports whether the context holds any type or attribute, other than the locations of operations, for
// which a dialect suggests an alias. It spares printers from looking for them operation by operation: there are far
// fewer different attributes than operations.
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
	var kinds []kind // collected first, since hooks may intern values of kinds that are new
	each(&ctx.kinds, func(v any) bool {
		kinds = append(kinds, v.(kind))
		return true
	})
	for _, k := range kinds {
		k.each(visit)
	}
	return found
}
