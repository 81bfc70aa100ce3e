package text

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// fileMetadata reads `{-# dialect_resources: {...}, external_resources: {...} #-}`.
func (p *parser) fileMetadata() {
	p.next()
	for p.err == nil && p.tok.kind != tokFileEnd {
		key, ok := p.TryKeyword()
		if !ok {
			p.failHere("expected identifier key in file metadata dictionary")
			return
		}
		p.want(':', "expected ':'")
		switch key {
		case "dialect_resources":
			p.resourceGroups(p.dialectResource)
		case "external_resources":
			p.resourceGroups(p.externalResource)
		default:
			p.failHere("unknown key '%s' in file metadata dictionary", key)
		}
		if !p.try(',') {
			break
		}
	}
	if p.tok.kind != tokFileEnd {
		p.failHere("expected '#-}' to end file metadata dictionary")
		return
	}
	p.next()
}

// resourceGroups reads `{group: {key: value, ...}, ...}`.
func (p *parser) resourceGroups(entry func(group, key string)) {
	p.want('{', "expected '{'")
	p.list('}', func() {
		group, ok := p.TryKeyword()
		if !ok {
			p.failHere("expected identifier key for 'resource' entry")
			return
		}
		p.want(':', "expected ':'")
		p.want('{', "expected '{'")
		p.list('}', func() {
			key, ok := p.TryKeywordOrString()
			if !ok {
				p.failHere("expected identifier key for 'resource' entry")
				return
			}
			p.want(':', "expected ':'")
			entry(group, key)
		})
	})
}

// dialectResource reads the value of a dialect's resource: only blobs are known.
func (p *parser) dialectResource(dialect, key string) {
	if p.tok.kind != tokString {
		p.failHere("expected hex string blob for key '%s'", key)
		return
	}
	blob, align, ok := decodeBlob(p.spelling())
	if !ok {
		p.failHere("expected hex string blob for key '%s'", key)
		return
	}
	p.next()
	r := p.ctx.Resource(dialect, key)
	r.Blob, r.Alignment, r.Defined = blob, align, true
}

// decodeBlob reads `"0x..."`: four bytes of alignment, then the data.
func decodeBlob(s string) (blob []byte, align uint32, ok bool) {
	digits, ok := strings.CutPrefix(s[1:len(s)-1], "0x")
	if !ok {
		return nil, 0, false
	}
	raw, err := hex.DecodeString(digits)
	if err != nil || len(raw) < 4 {
		return nil, 0, false
	}
	align = binary.LittleEndian.Uint32(raw)
	if align != 0 && align&(align-1) != 0 {
		return nil, 0, false
	}
	return raw[4:], align, true
}

// externalResource keeps a value as it is written.
func (p *parser) externalResource(group, key string) {
	switch {
	case p.tok.kind == tokString, p.isWord("true"), p.isWord("false"):
		p.external = append(p.external, ExternalResource{group, key, p.spelling()})
		p.next()
	default:
		p.failHere("expected a string, a blob or a boolean for key '%s'", key)
	}
}

// ExternalResource is an entry of a file's external_resources, which belong to tools and travel with the file.
type ExternalResource struct {
	Group, Key string
	Value      string // as it is written: a quoted string or blob, true or false
}
