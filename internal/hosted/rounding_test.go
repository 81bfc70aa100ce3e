package hosted

import "fmt"

// addRoundings adds arithmetic that rounds towards zero (rz) or an infinity (rm, rp). The host computes it with another
// rounding control in its register MXCSR, which says how floats are rounded.
func addRoundings(all map[string]function) {
	const nearest = 0x1f80 // no exceptions
	for mode, control := range map[string]int{"rm": 0x2000, "rp": 0x4000, "rz": 0x6000} {
		for _, t := range [][3]string{{"f32", "float", "ss"}, {"f64", "double", "sd"}} {
			around := fmt.Sprintf("  %%m = alloca i32\n  %%n = alloca i32\n  store i32 %d, ptr %%m\n  store i32 %d, ptr %%n\n",
				nearest|control, nearest)
			for _, op := range []string{"add", "sub", "mul", "div"} {
				all[op+"."+mode+"."+t[0]+" $0, $1, $2;"] = function{t[1], []string{t[1], t[1]}, pure, around + fmt.Sprintf(
					"  %%r = call %s asm \"ldmxcsr $2\\0A%s $3, $0\\0Aldmxcsr $4\", \"=x,0,*m,x,*m\""+
						"(%[1]s %%a, ptr elementtype(i32) %%m, %[1]s %%b, ptr elementtype(i32) %%n)", t[1], op+t[2])}
			}
			all["sqrt."+mode+"."+t[0]+" $0, $1;"] = function{t[1], []string{t[1]}, pure, around + fmt.Sprintf(
				"  %%r = call %s asm \"ldmxcsr $1\\0Asqrt%s $2, $0\\0Aldmxcsr $3\", \"=x,*m,x,*m\""+
					"(ptr elementtype(i32) %%m, %[1]s %%a, ptr elementtype(i32) %%n)", t[1], t[2])}
		}
	}
}

// addBytes adds conversions of two floats to 8 bits. The first one becomes the upper byte.
func addBytes(all map[string]function) {
	for _, t := range []struct {
		name                 string
		mantissa, bias, most int // most is the largest number
	}{{"e4m3", 3, 7, 448}, {"e5m2", 2, 15, 57344}} {
		body := ""
		for _, v := range []string{"a", "b"} {
			body += fmt.Sprintf(`  %%abs.%[1]s = call float @llvm.fabs.f32(float %%%[1]s)
  %%nan.%[1]s = fcmp uno float %%%[1]s, %%%[1]s
  %%large.%[1]s = fcmp ogt float %%abs.%[1]s, %[2]d.0
  %%fits.%[1]s = select i1 %%large.%[1]s, float %[2]d.0, float %%abs.%[1]s
  %%bits.%[1]s = bitcast float %%fits.%[1]s to i32
  %%small.%[1]s = icmp ult i32 %%bits.%[1]s, %[3]d
  %%magic.%[1]s = fadd float %%fits.%[1]s, %[4]d.0 ; whose unit in the last place is that of subnormal numbers
  %%low.%[1]s = bitcast float %%magic.%[1]s to i32
  %%subnormal.%[1]s = and i32 %%low.%[1]s, 15
  %%kept.%[1]s = lshr i32 %%bits.%[1]s, %[5]d
  %%odd.%[1]s = and i32 %%kept.%[1]s, 1
  %%half.%[1]s = add i32 %%odd.%[1]s, %[6]d
  %%sum.%[1]s = add i32 %%bits.%[1]s, %%half.%[1]s
  %%cut.%[1]s = lshr i32 %%sum.%[1]s, %[5]d
  %%normal.%[1]s = sub i32 %%cut.%[1]s, %[7]d
  %%number.%[1]s = select i1 %%small.%[1]s, i32 %%subnormal.%[1]s, i32 %%normal.%[1]s
  %%all.%[1]s = bitcast float %%%[1]s to i32
  %%up.%[1]s = lshr i32 %%all.%[1]s, 24
  %%sign.%[1]s = and i32 %%up.%[1]s, 128
  %%signed.%[1]s = or i32 %%number.%[1]s, %%sign.%[1]s
  %%byte.%[1]s = select i1 %%nan.%[1]s, i32 127, i32 %%signed.%[1]s
`, v, t.most, (127-t.bias+1)<<23, 1<<(24-t.bias-t.mantissa), 23-t.mantissa, 1<<(22-t.mantissa)-1,
				(127-t.bias)<<t.mantissa)
		}
		all["cvt.rn.satfinite."+t.name+"x2.f32 $0, $1, $2;"] = function{"i16", []string{"float", "float"}, pure, body +
			"  %upper = shl i32 %byte.a, 8\n  %both = or i32 %upper, %byte.b\n  %r = trunc i32 %both to i16"}
	}
}
