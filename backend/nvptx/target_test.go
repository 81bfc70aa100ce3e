package nvptx

import (
	"strings"
	"testing"
)

func TestParseTarget(t *testing.T) {
	tests := []struct {
		in   string
		want Target
	}{
		{"sm_75", Target{SM: 75}},
		{"sm_90", Target{SM: 90}},
		{"sm_90a", Target{SM: 90, Variant: ArchSpecific}},
		{"compute_90a", Target{SM: 90, Variant: ArchSpecific}},
		{"sm_100f", Target{SM: 100, Variant: FamilySpecific}},
		{"sm_120", Target{SM: 120}},
		{"sm_90a+ptx83", Target{SM: 90, Variant: ArchSpecific, PTX: PTXVersion{8, 3}}},
		{"sm_75+ptx63", Target{SM: 75, PTX: PTXVersion{6, 3}}},
	}
	for _, tt := range tests {
		got, err := ParseTarget(tt.in)
		if err != nil || got != tt.want {
			t.Errorf("ParseTarget(%q) = %+v, %v; want %+v", tt.in, got, err, tt.want)
		}
	}
}

func TestParseTargetErrorsSayWhatIsWrong(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "want a name such as sm_90"},
		{"gfx90a", "want a name such as sm_90"},
		{"sm_", "want a name such as sm_90"},
		{"sm_090", "want a name such as sm_90"},
		{"sm_9000", "want a name such as sm_90"},
		{"sm_90b", "want a name such as sm_90"},
		{"sm_90 ", "want a name such as sm_90"},
		{"sm_70", "unknown architecture sm_70: expected sm_N for N of [75 80"},
		{"sm_91", "unknown architecture sm_91"},
		{"sm_80a", `sm_80 has no variant "a"`},
		{"sm_90f", `sm_90 has no variant "f"`},
		{"sm_90+", "want a PTX version such as ptx80"},
		{"sm_90+ptx8", "want a PTX version such as ptx80"},
		{"sm_90a+ptx78", "sm_90a needs PTX 8.0 or later, not 7.8"},
	}
	for _, tt := range tests {
		if got, err := ParseTarget(tt.in); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParseTarget(%q) = %v, error %v; want an error with %q", tt.in, got, err, tt.want)
		}
	}
}

func TestTargetNames(t *testing.T) {
	target := Target{SM: 90, Variant: ArchSpecific, PTX: PTXVersion{8, 3}}
	for _, tt := range []struct{ got, want string }{
		{target.String(), "sm_90a+ptx83"},
		{target.Arch(), "sm_90a"},
		{target.Compute(), "compute_90a"},
		{target.Version().String(), "8.3"},
		{target.MinPTX().String(), "8.0"},
		{Target{SM: 90}.Version().String(), "7.8"},
		{Target{SM: 90}.String(), "sm_90"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestEveryKnownTargetRoundTrips(t *testing.T) {
	for sm, variants := range firstPTX {
		for variant, first := range variants {
			for _, ptx := range []PTXVersion{{}, first, {9, 9}} {
				want := Target{SM: sm, Variant: variant, PTX: ptx}
				if got, err := ParseTarget(want.String()); err != nil || got != want {
					t.Errorf("ParseTarget(%q) = %+v, %v", want, got, err)
				}
			}
		}
	}
}

func TestZeroTargetIsInvalid(t *testing.T) {
	if err := (Target{}).Validate(); err == nil {
		t.Error("the zero target is valid")
	}
}

func FuzzParseTarget(f *testing.F) {
	for _, s := range []string{"sm_90a", "compute_100f", "sm_90+ptx83", "sm_90a+ptx", "sm_", "+"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		target, err := ParseTarget(s)
		if err != nil {
			return
		}
		if again, err := ParseTarget(target.String()); err != nil || again != target {
			t.Errorf("%q parses to %+v, whose text %q gives %+v, %v", s, target, target, again, err)
		}
	})
}

func TestTargetsOfGPUs(t *testing.T) {
	for sm, want := range map[int][2]string{75: {"sm_75", "sm_75"}, 90: {"sm_90", "sm_90a"}, 107: {"sm_103", "sm_103"},
		130: {"sm_121", "sm_121"}} {
		for i, exactly := range []bool{false, true} {
			if got, err := TargetOf(sm, exactly); err != nil || got.Arch() != want[i] {
				t.Errorf("sm_%d: %s, %v", sm, got, err)
			}
		}
	}
	if got, err := TargetOf(70, true); err == nil {
		t.Errorf("sm_70: %s", got)
	}
}

// A thread in a block of 288 threads (9 warps) has 168 registers, as ptxas allocates them, and not 224: registers are
// allocated for four warps at a time.
func TestThreadsShareTheRegistersOfABlock(t *testing.T) {
	for _, c := range []struct{ threads, want int }{
		{32, 255}, {128, 255}, {256, 255}, {257, 168}, {288, 168}, {384, 168}, {416, 128}, {512, 128}, {1024, 64},
	} {
		if got := (Target{SM: 90}).MaxRegisters(c.threads); got != c.want {
			t.Errorf("%d threads: %d registers, want %d", c.threads, got, c.want)
		}
	}
}
