package cuda_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/girih-ir/girih/backend/cuda"
)

// A kernel from PTX text to its result. The program needs a GPU, so this
// example is compiled but not run.
func Example() {
	const ptx = `
.version 7.0
.target sm_75
.address_size 64
.visible .entry double(.param .u64 data, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .b32 %r<6>;
	.reg .b64 %rd<4>;
	.reg .f32 %f<3>;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.u32 %r4, %r1, %r2, %r3;
	ld.param.u32 %r5, [n];
	setp.ge.u32 %p1, %r4, %r5;
	@%p1 ret;
	ld.param.u64 %rd1, [data];
	mul.wide.u32 %rd2, %r4, 4;
	add.u64 %rd3, %rd1, %rd2;
	ld.global.f32 %f1, [%rd3];
	add.rn.f32 %f2, %f1, %f1;
	st.global.f32 [%rd3], %f2;
	ret;
}`
	ctx, err := cuda.OpenContext(0)
	if errors.Is(err, cuda.ErrNoDriver) {
		fmt.Println("this machine has no GPU")
		return
	}
	check(err)
	defer ctx.Close()

	module, err := ctx.LoadModule([]byte(ptx), cuda.JITOptions{})
	check(err)
	defer module.Close()
	double, err := module.Function("double")
	check(err)

	data, err := cuda.Upload(ctx, []float32{1, 2, 3})
	check(err)
	defer data.Free()
	config := cuda.LaunchConfig{Grid: cuda.Dim3{X: 1}, Block: cuda.Dim3{X: 128}}
	check(double.Launch(config, data.Arg(), cuda.Value(int32(data.Len()))))
	result, err := data.Download()
	check(err)
	fmt.Println(result)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
