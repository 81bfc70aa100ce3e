package text

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// fileMetadata appends `{-# ... #-}` with the resources that were printed and those of tools.
func (p *printer) fileMetadata(op *ir.Operation) {
	var sections []string
	if s := p.dialectResources(); s != "" {
		sections = append(sections, s)
	}
	if s := p.externalResources(); s != "" {
		sections = append(sections, s)
	}
	if len(sections) > 0 {
		p.Text("\n{-#\n" + strings.Join(sections, ",\n") + "\n#-}\n")
	}
}

// dialectResources returns the section of the resources that attributes refer to and that have data.
func (p *printer) dialectResources() string {
	var used []*ir.Resource
	for r := range p.resources {
		if r.Defined {
			used = append(used, r)
		}
	}
	slices.SortFunc(used, func(a, b *ir.Resource) int {
		return strings.Compare(a.Dialect+"\x00"+a.Key, b.Dialect+"\x00"+b.Key)
	})
	var groups resourceGroups
	for _, r := range used {
		raw := binary.LittleEndian.AppendUint32(nil, r.Alignment)
		groups.add(r.Dialect, r.Key, `"0x`+strings.ToUpper(hex.EncodeToString(append(raw, r.Blob...)))+`"`,
			p.opts.ElideResourcesIfLarger)
	}
	return groups.section("dialect_resources")
}

func (p *printer) externalResources() string {
	var groups resourceGroups
	for _, r := range p.opts.External {
		groups.add(r.Group, r.Key, r.Value, p.opts.ElideResourcesIfLarger)
	}
	return groups.section("external_resources")
}

// resourceGroups collects entries by group, in the order in which groups appear.
type resourceGroups struct {
	names   []string
	entries map[string][]string
}

func (g *resourceGroups) add(group, key, value string, limit int) {
	if limit > 0 && strings.HasPrefix(value, `"`) && len(value)-2 > limit {
		return
	}
	if g.entries == nil {
		g.entries = make(map[string][]string)
	}
	if _, known := g.entries[group]; !known {
		g.names = append(g.names, group)
	}
	var name ir.Printer
	name.KeywordOrString(key)
	g.entries[group] = append(g.entries[group], "      "+string(name.Buf)+": "+value)
}

func (g *resourceGroups) section(name string) string {
	if len(g.names) == 0 {
		return ""
	}
	var groups []string
	for _, n := range g.names {
		groups = append(groups, "    "+n+": {\n"+strings.Join(g.entries[n], ",\n")+"\n    }")
	}
	return "  " + name + ": {\n" + strings.Join(groups, ",\n") + "\n  }"
}
