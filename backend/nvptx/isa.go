package nvptx

import (
	"fmt"
	"slices"
	"strings"
)

// A feature is a group of PTX instructions and the targets and PTX versions that have them: the "Target ISA Notes" and
// "PTX ISA Notes" of each instruction in NVIDIA's PTX ISA.
type feature struct {
	opcode    string   // the first word of the instruction
	modifiers []string // modifiers of the instruction, in any order
	sm        int      // the first architecture; 0 if only the variants have it
	variants  []string // architecture- and family-specific targets that also have it, though they are not later than sm
	ptx       PTXVersion
}

// features lists the instructions that some target from sm_75 on lacks, or that need a PTX version later than a
// target's first one. Other instructions are available everywhere. If several rows with one opcode match an
// instruction, all of them apply.
var features = slices.Concat(conversionFeatures, arithmeticFeatures, memoryFeatures, matrixFeatures, clusterFeatures)

// blackwell are the targets with fifth-generation tensor cores and their narrow formats.
var blackwell = []string{"sm_100a", "sm_101a", "sm_110a", "sm_103a", "sm_100f", "sm_101f", "sm_110f", "sm_103f"}

// narrow are the targets with conversions of numbers of 4 and 6 bits.
var narrow = slices.Concat(blackwell, []string{"sm_120a", "sm_121a", "sm_120f", "sm_121f"})

var conversionFeatures = []feature{
	{"cvt", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"cvt", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"cvt", []string{"f16x2", "f32"}, 80, nil, PTXVersion{7, 0}},
	{"cvt", []string{"tf32"}, 80, nil, PTXVersion{7, 0}},
	{"cvt", []string{"bf16", "f64"}, 90, nil, PTXVersion{7, 8}},
	{"cvt", []string{"bf16", "f16"}, 90, nil, PTXVersion{7, 8}},
	{"cvt", []string{"e4m3x2"}, 89, nil, PTXVersion{8, 1}},
	{"cvt", []string{"e5m2x2"}, 89, nil, PTXVersion{8, 1}},
	{"cvt", []string{"ue8m0x2"}, 0, narrow, PTXVersion{8, 6}},
	{"cvt", []string{"e2m1x2"}, 0, narrow, PTXVersion{8, 6}},
	{"cvt", []string{"e2m3x2"}, 0, narrow, PTXVersion{8, 6}},
	{"cvt", []string{"e3m2x2"}, 0, narrow, PTXVersion{8, 6}},
	{"cvt", []string{"rs"}, 0, []string{"sm_100a", "sm_103a", "sm_110a", "sm_100f", "sm_103f", "sm_110f"},
		PTXVersion{8, 7}},
}

var arithmeticFeatures = []feature{
	{"add", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"add", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"sub", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"sub", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"mul", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"mul", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"add", []string{"f32x2"}, 100, nil, PTXVersion{8, 6}},
	{"sub", []string{"f32x2"}, 100, nil, PTXVersion{8, 6}},
	{"mul", []string{"f32x2"}, 100, nil, PTXVersion{8, 6}},
	{"fma", []string{"f32x2"}, 100, nil, PTXVersion{8, 6}},
	{"fma", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"fma", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"fma", []string{"relu"}, 80, nil, PTXVersion{7, 0}},
	{"fma", []string{"oob"}, 90, nil, PTXVersion{8, 1}},
	{"abs", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"abs", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"neg", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"neg", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"NaN"}, 80, nil, PTXVersion{7, 0}},
	{"max", []string{"NaN"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"xorsign"}, 86, nil, PTXVersion{7, 2}},
	{"max", []string{"xorsign"}, 86, nil, PTXVersion{7, 2}},
	{"min", []string{"f16"}, 80, nil, PTXVersion{7, 0}},
	{"max", []string{"f16"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"f16x2"}, 80, nil, PTXVersion{7, 0}},
	{"max", []string{"f16x2"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"max", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"max", []string{"bf16x2"}, 80, nil, PTXVersion{7, 0}},
	{"min", []string{"relu", "s32"}, 90, nil, PTXVersion{8, 0}},
	{"max", []string{"relu", "s32"}, 90, nil, PTXVersion{8, 0}},
	{"min", []string{"u16x2"}, 90, nil, PTXVersion{8, 0}},
	{"max", []string{"u16x2"}, 90, nil, PTXVersion{8, 0}},
	{"min", []string{"s16x2"}, 90, nil, PTXVersion{8, 0}},
	{"max", []string{"s16x2"}, 90, nil, PTXVersion{8, 0}},
	{"add", []string{"u16x2"}, 90, nil, PTXVersion{8, 0}},
	{"add", []string{"s16x2"}, 90, nil, PTXVersion{8, 0}},
	{"tanh", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"tanh", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"ex2", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"ex2", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"set", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"set", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"setp", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"setp", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"redux", nil, 80, nil, PTXVersion{7, 0}},
	{"redux", []string{"f32"}, 0, []string{"sm_100a", "sm_103a", "sm_100f", "sm_103f"}, PTXVersion{8, 6}},
	{"tanh", nil, 75, nil, PTXVersion{7, 0}},
	{"ex2", []string{"f16"}, 75, nil, PTXVersion{7, 0}},
	{"ex2", []string{"f16x2"}, 75, nil, PTXVersion{7, 0}},
}

var memoryFeatures = []feature{
	{"atom", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"atom", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"red", []string{"bf16"}, 90, nil, PTXVersion{7, 8}},
	{"red", []string{"bf16x2"}, 90, nil, PTXVersion{7, 8}},
	{"atom", []string{"v2"}, 90, nil, PTXVersion{8, 1}},
	{"atom", []string{"v4"}, 90, nil, PTXVersion{8, 1}},
	{"atom", []string{"v8"}, 90, nil, PTXVersion{8, 1}},
	{"red", []string{"v2"}, 90, nil, PTXVersion{8, 1}},
	{"red", []string{"v4"}, 90, nil, PTXVersion{8, 1}},
	{"red", []string{"v8"}, 90, nil, PTXVersion{8, 1}},
	{"atom", []string{"b128"}, 90, nil, PTXVersion{8, 3}},
	{"ld", []string{"v8"}, 100, nil, PTXVersion{8, 8}},
	{"st", []string{"v8"}, 100, nil, PTXVersion{8, 8}},
	{"ld", []string{"v4", "b64"}, 100, nil, PTXVersion{8, 8}},
	{"st", []string{"v4", "b64"}, 100, nil, PTXVersion{8, 8}},
	{"ld", []string{"b128"}, 70, nil, PTXVersion{8, 3}},
	{"ld", []string{"L2::cache_hint"}, 80, nil, PTXVersion{7, 4}},
	{"st", []string{"L2::cache_hint"}, 80, nil, PTXVersion{7, 4}},
	{"ld", []string{"L1::evict_first"}, 70, nil, PTXVersion{7, 4}},
	{"ld", []string{"L1::evict_last"}, 70, nil, PTXVersion{7, 4}},
	{"ld", []string{"L1::evict_unchanged"}, 70, nil, PTXVersion{7, 4}},
	{"ld", []string{"L1::no_allocate"}, 70, nil, PTXVersion{7, 4}},
	{"st", []string{"L1::evict_first"}, 70, nil, PTXVersion{7, 4}},
	{"st", []string{"L1::evict_last"}, 70, nil, PTXVersion{7, 4}},
	{"st", []string{"L1::evict_unchanged"}, 70, nil, PTXVersion{7, 4}},
	{"st", []string{"L1::no_allocate"}, 70, nil, PTXVersion{7, 4}},
	{"ld", []string{"L2::256B"}, 80, nil, PTXVersion{7, 4}},
	{"createpolicy", nil, 80, nil, PTXVersion{7, 4}},
	{"applypriority", nil, 80, nil, PTXVersion{7, 4}},
	{"discard", nil, 80, nil, PTXVersion{7, 4}},
	{"cp", []string{"async"}, 80, nil, PTXVersion{7, 0}},
	{"cp", []string{"async", "bulk"}, 90, nil, PTXVersion{8, 0}},
	{"cp", []string{"async", "bulk", "tensor"}, 90, nil, PTXVersion{8, 0}},
	{"cp", []string{"async", "bulk", "cta_group::2"}, 0, blackwell, PTXVersion{8, 6}},
	{"cp", []string{"reduce", "async", "bulk"}, 90, nil, PTXVersion{8, 0}},
	{"st", []string{"async"}, 90, nil, PTXVersion{8, 1}},
	{"st", []string{"bulk"}, 100, nil, PTXVersion{8, 6}},
	{"red", []string{"async"}, 90, nil, PTXVersion{8, 1}},
	{"mbarrier", nil, 80, nil, PTXVersion{7, 0}},
	{"mbarrier", []string{"try_wait"}, 90, nil, PTXVersion{7, 8}},
	{"mbarrier", []string{"expect_tx"}, 90, nil, PTXVersion{8, 0}},
	{"mbarrier", []string{"cluster"}, 90, nil, PTXVersion{8, 0}},
	{"fence", []string{"proxy"}, 70, nil, PTXVersion{7, 5}},
	{"fence", []string{"proxy", "async"}, 90, nil, PTXVersion{8, 0}},
	{"fence", []string{"mbarrier_init"}, 90, nil, PTXVersion{8, 0}},
	{"tensormap", nil, 0, []string{"sm_90a", "sm_100a", "sm_101a", "sm_110a", "sm_103a", "sm_120a", "sm_121a", "sm_100f",
		"sm_101f",
		"sm_110f", "sm_103f", "sm_120f", "sm_121f"}, PTXVersion{8, 3}},
	{"multimem", nil, 90, nil, PTXVersion{8, 1}},
}

var matrixFeatures = []feature{
	{"mma", nil, 75, nil, PTXVersion{6, 5}},
	{"ldmatrix", nil, 75, nil, PTXVersion{6, 5}},
	{"movmatrix", nil, 75, nil, PTXVersion{7, 8}},
	{"mma", []string{"bf16"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"tf32"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"m16n8k16"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"m16n8k32"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"m16n8k64"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"m8n8k4", "f64"}, 80, nil, PTXVersion{7, 0}},
	{"mma", []string{"m16n8k4", "f64"}, 90, nil, PTXVersion{7, 8}},
	{"mma", []string{"m16n8k8", "f64"}, 90, nil, PTXVersion{7, 8}},
	{"mma", []string{"m16n8k16", "f64"}, 90, nil, PTXVersion{7, 8}},
	{"mma", []string{"e4m3"}, 89, nil, PTXVersion{8, 4}},
	{"mma", []string{"e5m2"}, 89, nil, PTXVersion{8, 4}},
	{"mma", []string{"sp"}, 80, nil, PTXVersion{7, 1}},
	{"mma", []string{"kind::f8f6f4"}, 0, []string{"sm_120a", "sm_121a", "sm_120f", "sm_121f"}, PTXVersion{8, 7}},
	{"mma", []string{"kind::mxf8f6f4"}, 0, []string{"sm_120a", "sm_121a", "sm_120f", "sm_121f"}, PTXVersion{8, 7}},
	{"mma", []string{"kind::mxf4"}, 0, []string{"sm_120a", "sm_121a", "sm_120f", "sm_121f"}, PTXVersion{8, 7}},
	{"mma", []string{"kind::mxf4nvf4"}, 0, []string{"sm_120a", "sm_121a", "sm_120f", "sm_121f"}, PTXVersion{8, 7}},
	{"ldmatrix", []string{"m16n16"}, 0, narrow, PTXVersion{8, 6}},
	{"ldmatrix", []string{"m8n16"}, 0, narrow, PTXVersion{8, 6}},
	{"stmatrix", nil, 90, nil, PTXVersion{7, 8}},
	{"stmatrix", []string{"m16n8"}, 0, narrow, PTXVersion{8, 6}},
	{"wgmma", nil, 0, []string{"sm_90a"}, PTXVersion{8, 0}},
	{"tcgen05", nil, 0, blackwell, PTXVersion{8, 6}},
}

var clusterFeatures = []feature{
	{"barrier", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"mapa", nil, 90, nil, PTXVersion{7, 8}},
	{"getctarank", nil, 90, nil, PTXVersion{7, 8}},
	{"elect", nil, 90, nil, PTXVersion{8, 0}},
	{"griddepcontrol", nil, 90, nil, PTXVersion{7, 8}},
	{"clusterlaunchcontrol", nil, 100, nil, PTXVersion{8, 6}},
	{"setmaxnreg", nil, 0, slices.Concat([]string{"sm_90a", "sm_120a", "sm_121a", "sm_120f", "sm_121f"}, blackwell),
		PTXVersion{8, 0}},
	{"ld", []string{"shared::cluster"}, 90, nil, PTXVersion{7, 8}},
	{"st", []string{"shared::cluster"}, 90, nil, PTXVersion{7, 8}},
	{"atom", []string{"shared::cluster"}, 90, nil, PTXVersion{7, 8}},
	{"fence", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"atom", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"red", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"ld", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"st", []string{"cluster"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%cluster_ctaid"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%clusterid"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%nclusterid"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%cluster_nctaid"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%cluster_ctarank"}, 90, nil, PTXVersion{7, 8}},
	{"mov", []string{"%cluster_nctarank"}, 90, nil, PTXVersion{7, 8}},
}

// A TargetError reports an instruction that a target does not have.
type TargetError struct {
	Instruction string // the part of the opcode that decides, such as "cvt.rn.bf16.f32"
	Target      Target
	Least       Target // the first target that has it
}

// Error names the instruction, the target and the first target that has the instruction.
func (e *TargetError) Error() string {
	if e.Least.SM == e.Target.SM && e.Least.Variant == e.Target.Variant {
		return fmt.Sprintf("needs the instruction %s, which PTX %v does not have: the target %s needs PTX %v or later for it",
			e.Instruction, e.Target.Version(), e.Target.Arch(), e.Least.PTX)
	}
	return fmt.Sprintf("needs the instruction %s, which %s does not have: the least target that has it is %s (PTX %v)",
		e.Instruction, e.Target.Arch(), e.Least.Arch(), e.Least.PTX)
}

// CheckInstruction returns a [*TargetError] if a target does not have a PTX instruction. The text may include operands.
// Instructions that the table does not list are assumed to exist on every target.
func (t Target) CheckInstruction(text string) error {
	name, opcode, words := splitInstruction(text)
	for i := range features {
		f := &features[i]
		if f.opcode != opcode || !containsAll(words, f.modifiers) {
			continue
		}
		if least, ok := f.on(t); !ok {
			return &TargetError{Instruction: name, Target: t, Least: least}
		}
	}
	return nil
}

// splitInstruction removes the guard and the operands of an instruction, and returns its opcode and its modifiers.
func splitInstruction(text string) (name, opcode string, words []string) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "@") {
		_, text, _ = strings.Cut(text, " ")
		text = strings.TrimSpace(text)
	}
	end := strings.IndexAny(text, " \t;\n{")
	if end < 0 {
		end = len(text)
	}
	name = text[:end]
	words = strings.Split(name, ".")
	opcode = words[0]
	if opcode == "mov" {
		if at := strings.IndexByte(text, '%'); at >= 0 {
			for operand := range strings.FieldsFuncSeq(text[at:], func(r rune) bool {
				return strings.ContainsRune(" ,;.\t", r)
			}) {
				words = append(words, operand)
			}
		}
	}
	return name, opcode, words[1:]
}

func containsAll(words, wanted []string) bool {
	for _, w := range wanted {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}

// on reports whether a target has the feature, and otherwise returns the first target that has it.
func (f *feature) on(t Target) (least Target, ok bool) {
	least = f.least()
	if slices.Contains(f.variants, t.Arch()) || f.sm != 0 && t.SM >= f.sm {
		least = Target{SM: t.SM, Variant: t.Variant, PTX: later(f.ptx, t.MinPTX())}
		// A PTX version that was not requested is raised as needed.
		return least, t.PTX.IsZero() || !t.PTX.Less(f.ptx)
	}
	return least, false
}

func (f *feature) least() Target {
	if f.sm != 0 {
		t := Target{SM: f.sm}
		if f.sm == 70 { // every supported target is later
			t.SM = 75
		}
		t.PTX = later(f.ptx, t.MinPTX())
		return t
	}
	t, err := ParseTarget(f.variants[0])
	if err == nil {
		t.PTX = later(f.ptx, t.MinPTX())
	}
	return t
}

func later(v, w PTXVersion) PTXVersion {
	if v.Less(w) {
		return w
	}
	return v
}

// NeedsPTX returns the PTX version that an instruction needs, or zero if the first version of every target has it.
func NeedsPTX(text string) (version PTXVersion) {
	_, opcode, words := splitInstruction(text)
	for i := range features {
		if f := &features[i]; f.opcode == opcode && containsAll(words, f.modifiers) {
			version = later(version, f.ptx)
		}
	}
	return version
}
