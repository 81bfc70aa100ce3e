package nvptx

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseReport(t *testing.T) {
	tests := []struct {
		name, log string
		want      Report
	}{
		{
			"ptxas 13.0 and a kernel with shared memory",
			`ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 1 barriers, 64 bytes smem
ptxas info    : Compile time = 1.461 ms
`,
			Report{Functions: []Resources{
				{Function: "k", Arch: "sm_90", Kernel: true, Registers: 8, Barriers: 1, Shared: 64},
			}},
		},
		{
			"spills, constant banks and a warning",
			`ptxas info    : 0 bytes gmem, 24 bytes cmem[3]
ptxas warning : Value of threads per SM for entry matmul is out of range. .minnctapersm will be ignored
ptxas info    : Compiling entry function 'matmul' for 'sm_90a'
ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored to maintain minimum register requirements.
ptxas info    : Function properties for matmul
    48 bytes stack frame, 96 bytes spill stores, 112 bytes spill loads
ptxas info    : Used 255 registers, used 16 barriers, 48 bytes cumulative stack size, 400 bytes cmem[0], 24 bytes cmem[2]
`,
			Report{
				Functions: []Resources{{
					Function: "matmul", Arch: "sm_90a", Kernel: true, Registers: 255, Barriers: 16,
					Stack: 48, SpillStores: 96, SpillLoads: 112, Constant: map[int]int{0: 400, 2: 24},
				}},
				Warnings: []string{
					"Value of threads per SM for entry matmul is out of range. .minnctapersm will be ignored",
					"(C7508) Potential Performance Loss: 'setmaxnreg' ignored to maintain minimum register requirements.",
				},
			},
		},
		{
			"a kernel and a device function",
			`ptxas info    : Function properties for square
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function 'k' for 'sm_80'
ptxas info    : Function properties for k
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 12 registers, 16 bytes lmem, 360 bytes cmem[0]
`,
			Report{Functions: []Resources{
				{Function: "square", Stack: 16},
				{Function: "k", Arch: "sm_80", Kernel: true, Registers: 12, Local: 16, Constant: map[int]int{0: 360}},
			}},
		},
		{"nothing", "", Report{}},
		{"amounts before any function",
			"ptxas info    : Used 8 registers\n    1 bytes stack frame, 2 bytes spill stores, 3 bytes spill loads\n", Report{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, parseReport(tt.log)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestSpills(t *testing.T) {
	for _, tt := range []struct {
		r    Resources
		want bool
	}{{Resources{Stack: 8}, false}, {Resources{SpillStores: 4}, true}, {Resources{SpillLoads: 4}, true}} {
		if tt.r.Spills() != tt.want {
			t.Errorf("%+v: Spills is %v", tt.r, !tt.want)
		}
	}
}

func FuzzParseReport(f *testing.F) {
	f.Add("ptxas info    : Compiling entry function 'k' for 'sm_90'\nptxas info    : Function properties for k\n   " +
		" 1 bytes stack frame, 2 bytes spill stores, 3 bytes spill loads\nptxas info    : Used 8 registers, used 1 " +
		"barriers, 64 bytes smem, 9 bytes cmem[0]\n")
	f.Add("ptxas warning : x\r\nptxas info    : (C1) y")
	f.Fuzz(func(t *testing.T, log string) {
		for _, r := range parseReport(log).Functions {
			if r.Function == "" || r.Registers < 0 || r.Shared < 0 || r.SpillStores < 0 {
				t.Errorf("impossible resources %+v in %q", r, log)
			}
		}
	})
}

// Remarks are recognized by their text too, since ptxas changes their codes from version to version.
func TestLossesAreRemarksThatAsynchronousInstructionsDoNotRunAsWritten(t *testing.T) {
	for text, want := range map[string][]Loss{
		"(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry.": {
			{Code: "C7508", Function: "k", Text: "'setmaxnreg' ignored; unable to determine register count at entry."}},
		"(C7507) Potential Performance Loss: 'setmaxnreg' ignored to maintain minimum register requirements.": {
			{Code: "C7507", Function: "k", Text: "'setmaxnreg' ignored to maintain minimum register requirements."}},
		"(C7518) Potential Performance Loss: wgmma.mma_async instructions are serialized due to program dependence on " +
			"compiler-inserted WG.DP in divergent path in the function 'f'": {{Code: "C7518", Function: "f",
			Text: "wgmma.mma_async instructions are serialized due to program dependence on compiler-inserted WG.DP in " +
				"divergent path in the function 'f'"}},
		"(C7517) Some other remark": nil,
		"Value of threads per SM for entry k is out of range. .minnctapersm will be ignored": nil,
	} {
		got := Report{Functions: []Resources{{Function: "k", Kernel: true}}, Warnings: []string{text}}.Losses()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
}
