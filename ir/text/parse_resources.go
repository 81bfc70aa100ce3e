package text

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/girih-ir/girih/ir"
)

// fileMetadata reads `{-# dialect_resources: {...}, external_resources: {...} #-}`.
func (p *parser) fileMetadata() {
	p.next()
	for p.tok.kind != tokFileEnd {
		p.metadataSection()
		if !p.try(',') {
			break
		}
	}
	if p.tok.kind != tokFileEnd {
		p.failHere("expected ',' or '#-}'")
	}
	p.next()
}

func (p *parser) metadataSection() {
	at := p.tok.start
	key, ok := p.TryKeyword()
	if !ok {
		p.failToken("expected identifier key in file metadata dictionary")
	}
	p.want(':', "expected ':'")
	switch key {
	case "dialect_resources":
		p.resourceGroups("resource", p.dialectResource, p.checkResourceDialect)
	case "external_resources":
		p.resourceGroups("external_resources", p.externalResource, func(string, int) {})
	default:
		p.fail(at, "unknown key '%s' in file metadata dictionary", key)
	}
}

// resourceGroups reads `{group: {key: value, ...}, ...}`. It calls check with each group and its position. Messages
// call the entries what.
func (p *parser) resourceGroups(what string, entry func(group, key string), check func(group string, at int)) {
	p.want('{', "expected '{'")
	p.list('}', "expected ',' or '}'", func() {
		at := p.tok.start
		group, ok := p.TryKeyword()
		if !ok {
			p.failToken("expected identifier key for 'resource' entry")
		}
		p.want(':', "expected ':'")
		p.want('{', "expected '{'")
		check(group, at)
		p.list('}', "expected ',' or '}'", func() {
			key, ok := p.TryKeywordOrString()
			if !ok {
				p.failToken("expected identifier key for '%s' entry", what)
			}
			p.want(':', "expected ':'")
			entry(group, key)
		})
	})
}

// checkResourceDialect fails for dialects that have no resources: all but builtin.
func (p *parser) checkResourceDialect(name string, at int) {
	switch {
	case p.ctx.Dialect(name) == nil:
		p.fail(at, "dialect '%s' is unknown", name)
	case name != "builtin":
		p.failToken("unexpected 'resource' section for dialect '%s'", name)
	}
}

// dialectResource reads the value of a dialect's resource: a blob.
func (p *parser) dialectResource(dialect, key string) {
	var raw []byte
	ok, rest := false, ""
	if p.tok.kind == tokString {
		raw, rest, ok = decodeBlob(p.spelling())
	}
	if !ok {
		p.failToken("expected hex string blob for key '%s'%s", key, rest)
		return
	}
	p.next()
	r := p.ctx.Resource(dialect, key)
	r.Blob, r.Alignment, r.Defined = raw[alignmentSize:], binary.LittleEndian.Uint32(raw), true
}

// alignmentSize is the number of bytes in front of a blob's data that hold the alignment.
const alignmentSize = 4

// decodeBlob returns the bytes of `"0x..."`: the alignment, then the data. If the text is not a blob, rest completes
// the message that one is expected.
func decodeBlob(s string) (raw []byte, rest string, ok bool) {
	digits, ok := strings.CutPrefix(s[1:len(s)-1], "0x")
	if !ok {
		return nil, "", false
	}
	raw, err := hex.DecodeString(digits)
	switch {
	case err != nil:
		return nil, "", false
	case len(raw) < alignmentSize:
		return nil, " to encode alignment in first 4 bytes", false
	}
	if align := binary.LittleEndian.Uint32(raw); align&(align-1) != 0 {
		return nil, fmt.Sprintf(" to encode alignment in first 4 bytes, but got non-power-of-2 value: %d", align), false
	}
	return raw, "", true
}

// externalResource keeps a value as its text.
func (p *parser) externalResource(group, key string) {
	switch {
	case p.tok.kind == tokString, p.isWord("true"), p.isWord("false"):
		p.external = append(p.external, ExternalResource{group, key, p.spelling()})
		p.next()
	default:
		p.failToken("expected a string, a blob or a boolean for key '%s'", key)
	}
}

// ExternalResource is an entry of a file's external_resources, which tools store in the file.
type ExternalResource struct {
	Group, Key string
	Value      string // the text of the value: a quoted string or blob, true or false
}

// StringResource returns an entry whose value is a string.
func StringResource(group, key, value string) ExternalResource {
	var quoted ir.Printer
	quoted.String(value)
	return ExternalResource{group, key, string(quoted.Buf)}
}

// Unquoted returns the string that the value denotes, and whether it is a string.
func (r ExternalResource) Unquoted() (value string, ok bool) {
	if len(r.Value) < 2 || r.Value[0] != '"' {
		return "", false
	}
	return unquote(r.Value[1 : len(r.Value)-1]), true
}
