package hosted

import (
	"fmt"
	"strings"
)

// function is a function of the runtime: an intrinsic of NVPTX, whose name lacks llvm.nvvm, or a line of PTX.
// Parameters are %a, %b, %c and so on in the body, which returns %r.
type function struct {
	result string
	params []string
	attrs  string
	body   string
}

// The attributes with which NVPTX declares its intrinsics.
const (
	pure       = "memory(none) nounwind willreturn"
	exchanging = "convergent nounwind memory(inaccessiblemem: readwrite)"
	waiting    = "convergent nounwind"
)

func (f function) declaration(name string) string {
	return fmt.Sprintf("declare %s @\"%s\"(%s) %s", f.result, name, strings.Join(f.params, ", "), f.attrs)
}

func (f function) definition(name string) string {
	var params []string
	for i, p := range f.params {
		params = append(params, fmt.Sprintf("%s %%%c", p, 'a'+i))
	}
	end := "ret void"
	if f.result != "void" {
		end = "ret " + f.result + " %r"
	}
	return fmt.Sprintf("\ndefine %s @\"%s\"(%s) {\n%s\n  %s\n}\n", f.result, name, strings.Join(params, ", "), f.body, end)
}

// functions has all functions by name.
var functions = func() map[string]function {
	all := map[string]function{
		"barrier0":      {"void", nil, waiting, "  %n = load i32, ptr @threads\n  call void @barrier(i32 32, i32 %n)"},
		"bar.warp.sync": {"void", []string{"i32"}, waiting, "  call void @meet(i32 %a)"},

		"read.ptx.sreg.tid.x":  {"i32", nil, pure, "  %r = load i32, ptr @thread"},
		"read.ptx.sreg.tid.y":  {"i32", nil, pure, "  %r = add i32 0, 0"},
		"read.ptx.sreg.tid.z":  {"i32", nil, pure, "  %r = add i32 0, 0"},
		"read.ptx.sreg.ntid.x": {"i32", nil, pure, "  %r = load i32, ptr @threads"},
		"vote.all.sync":        vote("i1", "  %r = icmp eq i32 %set, -1"),
		"vote.any.sync":        vote("i1", "  %r = icmp ne i32 %set, 0"),
		"vote.ballot.sync":     vote("i32", "  %r = add i32 %set, 0"),
		"prmt":                 {"i32", []string{"i32", "i32", "i32"}, pure, permuted()},
		"prmt.b32 $0, $1, $2, 0x5410;": {"i32", []string{"i32", "i32"}, pure,
			"  %l = and i32 %a, 65535\n  %h = shl i32 %b, 16\n  %r = or i32 %l, %h"},
		"brev.b32 $0, $1;": {"i32", []string{"i32"}, pure, "  %r = call i32 @llvm.bitreverse.i32(i32 %a)"},
		"mulhi.i":          {"i32", []string{"i32", "i32"}, pure, high("sext")},
		"mulhi.ui":         {"i32", []string{"i32", "i32"}, pure, high("zext")},
		"fma.rn.f": {"float", []string{"float", "float", "float"}, pure,
			"  %r = call float @llvm.fma.f32(float %a, float %b, float %c)"},
		"fma.rn.d": {"double", []string{"double", "double", "double"}, pure,
			"  %r = call double @llvm.fma.f64(double %a, double %b, double %c)"},
		"cvt.rn.f16x2.f32 $0, $1, $2;":  {"i32", []string{"float", "float"}, pure, narrowed("f16")},
		"cvt.rn.bf16x2.f32 $0, $1, $2;": {"i32", []string{"float", "float"}, pure, narrowed("bf16")},
		"cvt.rn.f16x2.e4m3x2 $0, $1;": {"i32", []string{"i16"}, pure, widened(`  %%m%d = and i32 %%x%[1]d, 127
  %%n%[1]d = icmp eq i32 %%m%[1]d, 127
  %%e%[1]d = shl i32 %%m%[1]d, 7
  %%f%[1]d = trunc i32 %%e%[1]d to i16
  %%g%[1]d = bitcast i16 %%f%[1]d to half
  %%h%[1]d = fmul half %%g%[1]d, 256.0 ; the difference of the exponents' biases is 8
  %%i%[1]d = bitcast half %%h%[1]d to i16
  %%j%[1]d = zext i16 %%i%[1]d to i32
  %%k%[1]d = select i1 %%n%[1]d, i32 32767, i32 %%j%[1]d
  %%s%[1]d = and i32 %%x%[1]d, 128
  %%t%[1]d = shl i32 %%s%[1]d, 8
  %%y%[1]d = or i32 %%k%[1]d, %%t%[1]d
`)},
		"cvt.rn.f16x2.e5m2x2 $0, $1;": {"i32", []string{"i16"}, pure, widened("  %%y%d = shl i32 %%x%[1]d, 8\n")},
		"cvt.rn.f16.f32 $0, $1;": {"i16", []string{"float"}, pure,
			"  %r = call i16 @f16(float %a)"},
		"cvt.rn.bf16.f32 $0, $1;": {"i16", []string{"float"}, pure,
			"  %r = call i16 @bf16(float %a)"},
	}
	for i, axis := range []string{"x", "y", "z"} {
		at := fmt.Sprintf("ptr getelementptr ([3 x i32], ptr @%%s, i32 0, i32 %d)", i)
		all["read.ptx.sreg.ctaid."+axis] = function{"i32", nil, pure, "  %r = load i32, " + fmt.Sprintf(at, "block")}
		all["read.ptx.sreg.nctaid."+axis] = function{"i32", nil, pure, "  %r = load i32, " + fmt.Sprintf(at, "grid")}
	}
	addExchanges(all)
	addFloats(all)
	addPairs(all)
	addRoundings(all)
	addBytes(all)
	return all
}()

// functionOf returns the function of a name. Atomic operations, of which there are many, are made as they are needed.
func functionOf(name string) (function, bool) {
	if f, ok := functions[name]; ok {
		return f, true
	}
	return atomic(name)
}

// addExchanges adds shuffles and reductions over the lanes of a warp.
func addExchanges(all map[string]function) {
	for mode, at := range map[string]string{
		"up":   "  %j = sub i32 %lane, %by\n  %is = icmp sge i32 %j, %most\n",
		"down": "  %j = add i32 %lane, %by\n  %is = icmp sle i32 %j, %most\n",
		"bfly": "  %j = xor i32 %lane, %by\n  %is = icmp sle i32 %j, %most\n",
		"idx":  "  %k = and i32 %by, %others\n  %j = or i32 %least, %k\n  %is = icmp sle i32 %j, %most\n",
	} {
		body := "  call void @put(i32 %v)\n  call void @meet(i32 %a)\n" + `  %t = load i32, ptr @thread
  %lane = and i32 %t, 31
  %by = and i32 %c, 31
  %clamp = and i32 %d, 31
  %s = lshr i32 %d, 8
  %segment = and i32 %s, 31
  %others = xor i32 %segment, 31
  %least = and i32 %lane, %segment
  %upper = and i32 %clamp, %others
  %most = or i32 %least, %upper
` + at + "  %from = select i1 %is, i32 %j, i32 %lane\n  %got = call i32 @get(i32 %from)\n  call void @meet(i32 %a)\n"
		all["shfl.sync."+mode+".i32"] = function{"i32", []string{"i32", "i32", "i32", "i32"}, exchanging,
			"  %v = add i32 %b, 0\n" + body + "  %r = add i32 %got, 0"}
		all["shfl.sync."+mode+".f32"] = function{"float", []string{"i32", "float", "i32", "i32"}, exchanging,
			"  %v = bitcast float %b to i32\n" + body + "  %r = bitcast i32 %got to float"}
	}
	for name, op := range map[string]string{"add": "add i32 ", "and": "and i32 ", "or": "or i32 ", "xor": "xor i32 ",
		"min": "smin", "max": "smax", "umin": "umin", "umax": "umax"} {
		body := "  call void @put(i32 %a)\n  call void @meet(i32 %b)\n  %x0 = call i32 @get(i32 0)\n"
		for lane := 1; lane < 32; lane++ {
			body += fmt.Sprintf("  %%v%d = call i32 @get(i32 %[1]d)\n", lane)
			if strings.Contains(op, " ") {
				body += fmt.Sprintf("  %%x%d = %s%%x%d, %%v%[1]d\n", lane, op, lane-1)
			} else {
				body += fmt.Sprintf("  %%x%d = call i32 @llvm.%s.i32(i32 %%x%d, i32 %%v%[1]d)\n", lane, op, lane-1)
			}
		}
		all["redux.sync."+name] = function{"i32", []string{"i32", "i32"}, exchanging,
			body + "  call void @meet(i32 %b)\n  %r = add i32 %x31, 0"}
	}
}

// vote returns a function of the set of lanes that vote yes.
func vote(result, of string) function {
	body := "  %one = zext i1 %b to i32\n  call void @put(i32 %one)\n  call void @meet(i32 %a)\n" +
		"  %set0 = call i32 @get(i32 0)\n"
	for lane := 1; lane < 32; lane++ {
		body += fmt.Sprintf("  %%v%d = call i32 @get(i32 %[1]d)\n  %%s%[1]d = shl i32 %%v%[1]d, %[1]d\n"+
			"  %%set%[1]d = or i32 %%set%[2]d, %%s%[1]d\n", lane, lane-1)
	}
	return function{result, []string{"i32", "i1"}, exchanging,
		body + "  call void @meet(i32 %a)\n  %set = add i32 %set31, 0\n" + of}
}

// addFloats adds functions on floats. Those that the hardware approximates are as exact as the C library here.
func addFloats(all map[string]function) {
	one := func(of string, names ...string) {
		for _, name := range names {
			all[name] = function{"float", []string{"float"}, pure, of}
		}
	}
	call := func(name string) string { return "  %r = call float @llvm." + name + ".f32(float %a)" }
	one(call("exp2"), "ex2.approx.f", "ex2.approx.ftz.f", "ex2.approx.ftz.f32 $0, $1;", "ex2.approx.f32 $0, $1;")
	one(call("log2"), "lg2.approx.f", "lg2.approx.ftz.f")
	one(call("sqrt"), "sqrt.approx.f", "sqrt.rn.f")
	one(call("sin"), "sin.approx.f")
	one(call("cos"), "cos.approx.f")
	one(call("trunc"), "trunc.f")
	one(call("rint"), "round.f")
	one(call("fabs"), "fabs.f", "abs.f32 $0, $1;")
	one("  %r = fdiv float 1.0, %a", "rcp.rn.f", "rcp.approx.ftz.f", "rcp.approx.ftz.f32 $0, $1;")
	one("  %s = fpext float %a to double\n  %q = call double @llvm.sqrt.f64(double %s)\n  %d = fdiv double 1.0, %q\n"+
		"  %r = fptrunc double %d to float", "rsqrt.approx.f", "rsqrt.approx.ftz.f")
	for _, name := range []string{"div.rn.f", "div.full", "div.approx.f", "div.full.f32 $0, $1, $2;"} {
		all[name] = function{"float", []string{"float", "float"}, pure, "  %r = fdiv float %a, %b"}
	}
	for name, of := range map[string]string{"max.NaN.f32 $0, $1, $2;": "maximum", "min.NaN.f32 $0, $1, $2;": "minimum"} {
		all[name] = function{"float", []string{"float", "float"}, pure,
			"  %r = call float @llvm." + of + ".f32(float %a, float %b)"}
	}
	for name, of := range map[string]string{"trunc.d": "trunc", "round.d": "rint"} {
		all[name] = function{"double", []string{"double"}, pure, "  %r = call double @llvm." + of + ".f64(double %a)"}
	}
	all["sqrt.rn.d"] = function{"double", []string{"double"}, pure, "  %r = call double @llvm.sqrt.f64(double %a)"}
}

// addPairs adds functions on pairs of 16-bit integers.
func addPairs(all map[string]function) {
	for name, op := range map[string]string{"min.u16x2": "umin", "max.u16x2": "umax", "min.s16x2": "smin",
		"max.s16x2": "smax"} {
		all[name+" $0, $1, $2;"] = pairs("  %v = call <2 x i16> @llvm." + op + ".v2i16(<2 x i16> %x, <2 x i16> %y)\n")
	}
	for _, name := range []string{"add.u16x2", "add.s16x2"} {
		all[name+" $0, $1, $2;"] = pairs("  %v = add <2 x i16> %x, %y\n")
	}
}

func pairs(of string) function {
	return function{"i32", []string{"i32", "i32"}, pure, "  %x = bitcast i32 %a to <2 x i16>\n" +
		"  %y = bitcast i32 %b to <2 x i16>\n" + of + "  %r = bitcast <2 x i16> %v to i32"}
}

// narrowed rounds two floats to a type of 16 bits; the first one becomes the upper half of a word.
func narrowed(elem string) string {
	return fmt.Sprintf("  %%h = call i16 @%[1]s(float %%a)\n  %%l = call i16 @%[1]s(float %%b)\n"+
		"  %%x = zext i16 %%h to i32\n  %%y = zext i16 %%l to i32\n  %%z = shl i32 %%x, 16\n  %%r = or i32 %%z, %%y", elem)
}

// widened makes two floats of 16 bits from two of 8 bits: of gives %y from the bits %x, both with a number behind them.
func widened(of string) string {
	return "  %w = zext i16 %a to i32\n  %x0 = and i32 %w, 255\n  %x1 = lshr i32 %w, 8\n" + fmt.Sprintf(of, 0) +
		fmt.Sprintf(of, 1) + "  %z = shl i32 %y1, 16\n  %r = or i32 %z, %y0"
}

// high returns the upper half of a product.
func high(extend string) string {
	return fmt.Sprintf("  %%x = %[1]s i32 %%a to i64\n  %%y = %[1]s i32 %%b to i64\n  %%p = mul i64 %%x, %%y\n"+
		"  %%h = lshr i64 %%p, 32\n  %%r = trunc i64 %%h to i32", extend)
}

// permuted chooses four of the eight bytes of two words (PTX ISA, prmt). A selector's upper bit replicates the byte's.
func permuted() string {
	body := "  %l = zext i32 %a to i64\n  %h = zext i32 %b to i64\n  %u = shl i64 %h, 32\n  %all = or i64 %l, %u\n" +
		"  %w0 = add i32 0, 0\n"
	for i := range 4 {
		body += fmt.Sprintf(`  %%s%d = lshr i32 %%c, %d
  %%n%[1]d = and i32 %%s%[1]d, 7
  %%m%[1]d = and i32 %%s%[1]d, 8
  %%k%[1]d = zext i32 %%n%[1]d to i64
  %%e%[1]d = mul i64 %%k%[1]d, 8
  %%q%[1]d = lshr i64 %%all, %%e%[1]d
  %%t%[1]d = trunc i64 %%q%[1]d to i8
  %%g%[1]d = ashr i8 %%t%[1]d, 7
  %%z%[1]d = icmp ne i32 %%m%[1]d, 0
  %%o%[1]d = select i1 %%z%[1]d, i8 %%g%[1]d, i8 %%t%[1]d
  %%x%[1]d = zext i8 %%o%[1]d to i32
  %%y%[1]d = shl i32 %%x%[1]d, %d
  %%w%d = or i32 %%w%[1]d, %%y%[1]d
`, i, 4*i, 8*i, i+1)
	}
	return body + "  %r = add i32 %w4, 0"
}
