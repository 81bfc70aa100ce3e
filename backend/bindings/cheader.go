package bindings

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"text/template"

	"github.com/girih-ir/girih/backend/manifest"
)

// CHeader returns a C header, for C99 and C++. For each kernel it has a structure of the arguments, and functions that
// find and launch the kernel through the CUDA driver API. name is unique per header; comments name source. If a kernel
// needs more of its launcher than arguments and a grid, the error wraps [ErrLauncher].
func CHeader(m *manifest.Manifest, name, source string) ([]byte, error) {
	data := cData{Manifest: m, Guard: "GIRIH_" + strings.ToUpper(snake(name)) + "_H",
		Source: strings.ReplaceAll(strings.Join(strings.Fields(source), " "), "*/", "")}
	names := newScope()
	for i := range m.Kernels {
		if needs := needsOfLauncher(&m.Kernels[i]); needs != "" {
			return nil, fmt.Errorf("%w: kernel %s needs %s; make a Go package, which has them, or compile for a target "+
				"without bulk copies, as sm_90, and in one stage", ErrLauncher, m.Kernels[i].Entry, needs)
		}
		if err := m.Kernels[i].Validate(); err != nil {
			return nil, fmt.Errorf("bindings: %w", err)
		}
		data.Kernels = append(data.Kernels, newCKernel(&m.Kernels[i], names))
	}
	var out bytes.Buffer
	if err := cTemplate.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("bindings: %w", err)
	}
	return out.Bytes(), nil
}

// ErrLauncher says that the functions of a C header cannot launch a kernel.
var ErrLauncher = errors.New("bindings: a C header cannot launch the kernel")

// needsOfLauncher names what a kernel needs that the functions of a header do not provide; "" for nothing.
func needsOfLauncher(k *manifest.Kernel) string {
	switch {
	case len(k.TensorMaps) > 0:
		return "tensor maps of its arrays"
	case k.Grid.Resident > 0:
		return "the size of its grid as an argument"
	case len(k.Workspaces) > 0:
		return "workspaces"
	case len(k.Before)+len(k.After) > 0:
		return "other kernels before or after it"
	default:
		return ""
	}
}

type cData struct {
	Manifest      *manifest.Manifest
	Guard, Source string
	Kernels       []cKernel
}

type cKernel struct {
	*manifest.Kernel
	Name, Upper, GridText string
	Fields                []cField
}

type cField struct{ Type, Name, Doc string }

func newCKernel(k *manifest.Kernel, names scope) cKernel {
	c := cKernel{Kernel: k, Name: names.unique(snake(k.Entry)), GridText: gridDoc(k)}
	c.Upper = strings.ToUpper(c.Name)
	fields := newScope()
	list := k.Signature()
	for i := range list {
		c.Fields = append(c.Fields, cFields(k, &list[i], fields)...)
	}
	return c
}

// cFields returns the arguments of cuLaunchKernel for a parameter.
func cFields(k *manifest.Kernel, p *manifest.Parameter, names scope) []cField {
	name := snake(p.Name)
	first := cField{Type: cType(&k.Arguments[p.First], p.Type), Name: names.unique(name), Doc: describe(p)}
	list := []cField{first}
	for _, part := range [...]struct {
		what   string
		values []int64
	}{{"size", p.Sizes}, {"stride", p.Strides}} {
		for dim, v := range part.values {
			if v == manifest.Dynamic {
				list = append(list, cField{"int32_t", names.unique(fmt.Sprintf("%s_%s%d", name, part.what, dim)),
					fmt.Sprintf("%s of %s along dimension %d", part.what, p.Name, dim)})
			}
		}
	}
	return list
}

// cType returns the C type of an argument. A type that C does not have becomes an unsigned integer of its size.
func cType(a *manifest.Argument, dtype string) string {
	switch {
	case a.Kind == manifest.Pointer:
		return "CUdeviceptr"
	case dtype == "f32":
		return "float"
	case dtype == "f64":
		return "double"
	case a.Kind == manifest.Integer && !strings.HasPrefix(dtype, "u") && dtype != "i1":
		return fmt.Sprintf("int%d_t", 8*a.Bytes)
	}
	return fmt.Sprintf("uint%d_t", 8*a.Bytes)
}

// dim returns the extent of a block or cluster along an axis.
func (k cKernel) dim(list []int64, axis int) int64 {
	if axis < len(list) {
		return list[axis]
	}
	return 1
}

// BlockDims returns the threads of a block in x, y and z, as arguments.
func (k cKernel) BlockDims() string {
	if len(k.Block) == 0 {
		return "block_x, block_y, block_z"
	}
	return fmt.Sprintf("%d, %d, %d", k.dim(k.Block, 0), k.dim(k.Block, 1), k.dim(k.Block, 2))
}

// BlocksOf returns the expression for the number of blocks along an axis, from the number of programs: a cluster of
// several blocks runs one program.
func (k cKernel) BlocksOf(axis int) string {
	if n := k.dim(k.Cluster, axis); n > 1 && k.Grid.Unit == manifest.ClusterUnit {
		return fmt.Sprintf(" * %d", n)
	}
	return ""
}

// LargeCluster reports whether the function must be allowed to use larger clusters than all devices support.
func (k cKernel) LargeCluster() bool {
	return k.dim(k.Cluster, 0)*k.dim(k.Cluster, 1)*k.dim(k.Cluster, 2) > 8
}

// ClusterDims returns the statements that set the cluster dimensions of a launch attribute.
func (k cKernel) ClusterDims() string {
	return fmt.Sprintf("attribute.value.clusterDim.x = %d;\n  attribute.value.clusterDim.y = %d;\n  "+
		"attribute.value.clusterDim.z = %d;", k.dim(k.Cluster, 0), k.dim(k.Cluster, 1), k.dim(k.Cluster, 2))
}

var cTemplate = template.Must(template.New("c").Parse(`/* Generated by tile-compile{{with .Source}} from {{.}}{{end}}; do not edit.
   Kernels for {{.Manifest.Target}}, to be loaded by cuModuleLoadData.
   Addresses, sizes and strides are not checked here: strides count elements. */
#ifndef {{.Guard}}
#define {{.Guard}}

#include <cuda.h>
#include <stdint.h>
{{range .Kernels}}
#define {{.Upper}}_ENTRY {{printf "%q" .Entry}}
#define {{.Upper}}_STATIC_SHARED_BYTES {{.SharedMemory}}
#define {{.Upper}}_DYNAMIC_SHARED_BYTES {{.DynamicSharedMemory}}
{{if .Fields}}
/* The arguments of {{.Entry}}. */
typedef struct {{.Name}}_args {
{{range .Fields}}  {{.Type}} {{.Name}}; /* {{.Doc}} */
{{end}}} {{.Name}}_args;
{{end}}
/* Finds {{.Entry}} in a module and lets it have its shared memory. */
static inline CUresult {{.Name}}_get(CUmodule module, CUfunction *function) {
  CUresult result = cuModuleGetFunction(function, module, {{.Upper}}_ENTRY);
  if (result == CUDA_SUCCESS && {{.Upper}}_DYNAMIC_SHARED_BYTES > 0)
    result = cuFuncSetAttribute(*function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                {{.Upper}}_DYNAMIC_SHARED_BYTES);
{{if .LargeCluster}}  if (result == CUDA_SUCCESS)
    result = cuFuncSetAttribute(*function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
{{end}}  return result;
}

/* Enqueues one run of {{.Entry}}; the grid is {{.GridText}}. */
static inline CUresult {{.Name}}_launch(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
{{if not .Block}}    unsigned block_x, unsigned block_y, unsigned block_z,
{{end}}    CUstream stream{{if .Fields}}, {{.Name}}_args *args{{end}}) {
{{if .Fields}}  void *params[] = {
{{range .Fields}}      &args->{{.Name}},
{{end}}  };
{{else}}  void **params = 0;
{{end}}{{if .Cluster}}  CUlaunchAttribute attribute;
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  {{.ClusterDims}}
  CUlaunchConfig config;
  unsigned block[] = { {{.BlockDims}} };
  config.gridDimX = grid_x{{.BlocksOf 0}};
  config.gridDimY = grid_y{{.BlocksOf 1}};
  config.gridDimZ = grid_z{{.BlocksOf 2}};
  config.blockDimX = block[0];
  config.blockDimY = block[1];
  config.blockDimZ = block[2];
  config.sharedMemBytes = {{.Upper}}_DYNAMIC_SHARED_BYTES;
  config.hStream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cuLaunchKernelEx(&config, function, params, 0);
{{else}}  return cuLaunchKernel(function, grid_x, grid_y, grid_z, {{.BlockDims}},
                        {{.Upper}}_DYNAMIC_SHARED_BYTES, stream, params, 0);
{{end}}}
{{end}}
#endif
`))
