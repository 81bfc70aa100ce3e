package nvptx

import (
	"slices"
	"strconv"
	"strings"
)

// A Report is the parsed output of ptxas -v for a module.
type Report struct {
	Functions []Resources // in the order of the report
	Warnings  []string    // the text of each warning and of each numbered remark, such as (C7508) about setmaxnreg
}

// Resources are the resources of one function. Sizes are in bytes.
type Resources struct {
	Function  string
	Arch      string // such as "sm_90a"
	Kernel    bool   // an entry function
	Registers int    // per thread
	Barriers  int    // named barriers
	Shared    int    // static shared memory
	Stack     int    // stack frame, per thread
	Local     int    // local memory besides the stack, per thread
	// SpillStores and SpillLoads are the bytes that the register allocator moves
	// to local memory and back, per thread and summed over the code.
	SpillStores, SpillLoads int
	Constant                map[int]int // size by constant bank
}

// Spills reports whether registers were spilled.
func (r Resources) Spills() bool { return r.SpillStores > 0 || r.SpillLoads > 0 }

var (
	reportMessage  = pattern(`^ptxas\s+(info|warning)\s*: (.*)$`)
	reportCompile  = pattern(`^Compiling entry function '([^']*)' for '([^']*)'$`)
	reportFunction = pattern(`^Function properties for (\S+)$`)
	reportFrame    = pattern(`^\s+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	reportAmount   = pattern(
		`^(?:[Uu]sed )?(\d+) (registers|barriers|bytes smem|bytes lmem|bytes cumulative stack size|bytes cmem\[(\d+)\])$`)
	reportRemark = pattern(`^\([A-Z]+\d+\) `)
)

// parseReport parses the output of ptxas -v. It skips unknown lines, so that it can read reports of later versions of
// ptxas.
func parseReport(log string) Report {
	p := reportParser{kernels: map[string]string{}}
	for line := range strings.Lines(log) {
		p.line(strings.TrimRight(line, "\r\n"))
	}
	return p.report
}

type reportParser struct {
	report  Report
	arch    string
	kernels map[string]string // architecture by name of the entry function
}

func (p *reportParser) line(line string) {
	if m := reportFrame().FindStringSubmatch(line); m != nil {
		if f := p.current(); f != nil {
			f.Stack, f.SpillStores, f.SpillLoads = amount(m[1]), amount(m[2]), amount(m[3])
		}
		return
	}
	m := reportMessage().FindStringSubmatch(line)
	if m == nil {
		return
	}
	kind, text := m[1], m[2]
	if kind == "warning" || reportRemark().MatchString(text) {
		p.report.Warnings = append(p.report.Warnings, text)
		return
	}
	if m := reportCompile().FindStringSubmatch(text); m != nil {
		p.arch = m[2]
		p.kernels[m[1]] = m[2]
	} else if m := reportFunction().FindStringSubmatch(text); m != nil {
		_, kernel := p.kernels[m[1]]
		p.report.Functions = append(p.report.Functions, Resources{Function: m[1], Arch: p.arch, Kernel: kernel})
	} else if strings.HasPrefix(text, "Used ") {
		p.used(text)
	}
}

// used parses a line such as "Used 32 registers, used 1 barriers, 4096 bytes smem, 400 bytes cmem[0]", which is about
// the entry function that was named last.
func (p *reportParser) used(text string) {
	f := p.current()
	if f == nil {
		return
	}
	for item := range strings.SplitSeq(text, ", ") {
		m := reportAmount().FindStringSubmatch(item)
		if m == nil {
			continue
		}
		n := amount(m[1])
		switch m[2] {
		case "registers":
			f.Registers = n
		case "barriers":
			f.Barriers = n
		case "bytes smem":
			f.Shared = n
		case "bytes lmem":
			f.Local = n
		case "bytes cumulative stack size":
			f.Stack = max(f.Stack, n)
		default:
			if f.Constant == nil {
				f.Constant = map[int]int{}
			}
			f.Constant[amount(m[3])] = n
		}
	}
}

func (p *reportParser) current() *Resources {
	if len(p.report.Functions) == 0 {
		return nil
	}
	return &p.report.Functions[len(p.report.Functions)-1]
}

// amount parses a run of digits. If it is too long for an int, the result is the largest int.
func amount(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// A Loss is a remark of ptxas that asynchronous instructions do not run as written: it serialized wgmma instructions,
// or ignored a setmaxnreg. The code is correct, but several times slower.
type Loss struct {
	Code     string // such as "C7514"
	Function string // "" if the remark does not say, and there are several kernels
	Text     string // of the remark, without its code
}

// losses are the codes of such remarks in ptxas 12.0 to 13.0. With C7504 and C7508, setmaxnreg is ignored. With the
// others, wgmma instructions are serialized: a call is between them and their wait, there are too few registers, other
// instructions use an accumulator, or ptxas does not know that products in flight have ended.
var losses = map[string]bool{"C7504": true, "C7508": true, "C7509": true, "C7510": true, "C7511": true, "C7512": true,
	"C7513": true, "C7514": true, "C7515": true, "C7602": true}

// lossWords occur in the texts of such remarks. They are recognized too, since codes differ between versions.
var lossWords = []string{"'setmaxnreg' ignored", "wgmma.mma_async instructions are serialized"}

var (
	remarkCode     = pattern(`^\(([A-Z]+\d+)\) (?:Potential Performance Loss: )?(.*)$`)
	remarkFunction = pattern(`function '([^']+)'`)
)

func isLoss(code, text string) bool {
	return losses[code] || slices.ContainsFunc(lossWords, func(words string) bool { return strings.Contains(text, words) })
}

// Losses returns the remarks about asynchronous instructions that do not run as written.
func (r Report) Losses() (found []Loss) {
	for _, text := range r.Warnings {
		m := remarkCode().FindStringSubmatch(text)
		if m == nil || !isLoss(m[1], m[2]) {
			continue
		}
		one := Loss{Code: m[1], Text: m[2]}
		if f := remarkFunction().FindStringSubmatch(text); f != nil {
			one.Function = f[1]
		} else {
			one.Function = r.onlyKernel()
		}
		found = append(found, one)
	}
	return found
}

// onlyKernel returns the name of the kernel if there is exactly one.
func (r Report) onlyKernel() (name string) {
	for _, f := range r.Functions {
		if f.Kernel && name != "" {
			return ""
		} else if f.Kernel {
			name = f.Function
		}
	}
	return name
}
