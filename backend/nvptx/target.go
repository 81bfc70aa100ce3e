package nvptx

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A PTXVersion is a version of the PTX instruction set, as in the .version
// directive. The zero value means "unspecified".
type PTXVersion struct {
	Major, Minor int
}

// IsZero reports whether v is unspecified.
func (v PTXVersion) IsZero() bool { return v == PTXVersion{} }

// Less reports whether v is older than w.
func (v PTXVersion) Less(w PTXVersion) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}

// String returns the form of the .version directive, such as "8.0".
func (v PTXVersion) String() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// feature returns LLVM's subtarget feature for v, such as "ptx80".
func (v PTXVersion) feature() string { return fmt.Sprintf("ptx%d%d", v.Major, v.Minor) }

// parsePTXFeature reads LLVM's spelling of a PTX version, such as "ptx80".
func parsePTXFeature(s string) (PTXVersion, bool) {
	digits, ok := strings.CutPrefix(s, "ptx")
	if !ok || len(digits) != 2 || !isDigits(digits) {
		return PTXVersion{}, false
	}
	return PTXVersion{int(digits[0] - '0'), int(digits[1] - '0')}, true
}

// A Variant says on which architectures code runs (PTX ISA, .target directive).
type Variant byte

const (
	// Portable code (sm_90) runs on its architecture and on every later one.
	Portable Variant = 0
	// ArchSpecific code (sm_90a) may use every feature of its architecture and runs on no other.
	ArchSpecific Variant = 'a'
	// FamilySpecific code (sm_100f) runs on the architectures of one family.
	FamilySpecific Variant = 'f'
)

// A Target is a GPU architecture and, optionally, the PTX version to emit.
// It is comparable; the zero value is not a valid target.
type Target struct {
	SM      int // the number in sm_90: ten times the major compute capability plus the minor one
	Variant Variant
	PTX     PTXVersion // zero: MinPTX
}

// firstPTX lists, for each architecture, the first PTX version that has its portable, architecture-specific and
// family-specific target (PTX ISA, release notes and the table of the .target directive).
var firstPTX = map[int]map[Variant]PTXVersion{
	75:  {Portable: {6, 3}},
	80:  {Portable: {7, 0}},
	86:  {Portable: {7, 1}},
	87:  {Portable: {7, 4}},
	88:  {Portable: {9, 0}},
	89:  {Portable: {7, 8}},
	90:  {Portable: {7, 8}, ArchSpecific: {8, 0}},
	100: {Portable: {8, 6}, ArchSpecific: {8, 6}, FamilySpecific: {8, 8}},
	101: {Portable: {8, 6}, ArchSpecific: {8, 6}, FamilySpecific: {8, 8}},
	103: {Portable: {8, 8}, ArchSpecific: {8, 8}, FamilySpecific: {8, 8}},
	110: {Portable: {9, 0}, ArchSpecific: {9, 0}, FamilySpecific: {9, 0}},
	120: {Portable: {8, 7}, ArchSpecific: {8, 7}, FamilySpecific: {8, 8}},
	121: {Portable: {8, 8}, ArchSpecific: {8, 8}, FamilySpecific: {8, 8}},
}

// ParseTarget reads a target such as "sm_90", "sm_90a", "compute_100f" or, with
// a PTX version, "sm_90a+ptx83". It accepts the architectures sm_75 to sm_121
// that the PTX ISA defines.
func ParseTarget(s string) (Target, error) {
	arch, feature, versioned := strings.Cut(s, "+")
	digits, ok := strings.CutPrefix(arch, "sm_")
	if !ok {
		digits, ok = strings.CutPrefix(arch, "compute_")
	}
	if !ok {
		return Target{}, fmt.Errorf("nvptx: target %q: want a name such as sm_90 or sm_90a", s)
	}
	var t Target
	if n := len(digits); n > 0 && (digits[n-1] == 'a' || digits[n-1] == 'f') {
		t.Variant = Variant(digits[n-1])
		digits = digits[:n-1]
	}
	if len(digits) < 2 || len(digits) > 3 || !isDigits(digits) || digits[0] == '0' {
		return Target{}, fmt.Errorf("nvptx: target %q: want a name such as sm_90 or sm_90a", s)
	}
	t.SM, _ = strconv.Atoi(digits)
	if versioned {
		if t.PTX, ok = parsePTXFeature(feature); !ok {
			return Target{}, fmt.Errorf("nvptx: target %q: want a PTX version such as ptx80 after the plus sign", s)
		}
	}
	return t, t.Validate()
}

// Validate returns an error for an unknown architecture or variant, and for a PTX version that does not have the
// target.
func (t Target) Validate() error {
	variants, ok := firstPTX[t.SM]
	if !ok {
		return fmt.Errorf("nvptx: unknown architecture sm_%d: expected sm_N for N of %v", t.SM,
			slices.Sorted(maps.Keys(firstPTX)))
	}
	first, ok := variants[t.Variant]
	if !ok {
		return fmt.Errorf("nvptx: sm_%d has no variant %q", t.SM, string(rune(t.Variant)))
	}
	if !t.PTX.IsZero() && t.PTX.Less(first) {
		return fmt.Errorf("nvptx: %s needs PTX %v or later, not %v", t.Arch(), first, t.PTX)
	}
	return nil
}

// MinPTX returns the first PTX version that has target t, or the zero version if t is not valid.
func (t Target) MinPTX() PTXVersion { return firstPTX[t.SM][t.Variant] }

// Version returns the PTX version of code for t: t.PTX, or MinPTX if that is unspecified.
func (t Target) Version() PTXVersion {
	if t.PTX.IsZero() {
		return t.MinPTX()
	}
	return t.PTX
}

// Arch returns the name of the architecture, such as "sm_90a".
func (t Target) Arch() string { return "sm_" + t.number() }

// Compute returns the name of the virtual architecture, such as "compute_90a".
func (t Target) Compute() string { return "compute_" + t.number() }

func (t Target) number() string {
	n := strconv.Itoa(t.SM)
	if t.Variant != Portable {
		n += string(rune(t.Variant))
	}
	return n
}

// String returns the form that [ParseTarget] reads, such as "sm_90a" or
// "sm_90a+ptx83".
func (t Target) String() string {
	if t.PTX.IsZero() {
		return t.Arch()
	}
	return t.Arch() + "+" + t.PTX.feature()
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
