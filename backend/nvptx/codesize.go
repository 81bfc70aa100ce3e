package nvptx

import (
	"bytes"
	"debug/elf"
	"fmt"
	"strings"
)

// instructionBytes is the size of an instruction from sm_70 on.
const instructionBytes = 16

// Instructions returns the number of instructions of each function, including those that pad it to a full line of the
// instruction cache.
func (c Cubin) Instructions() (map[string]int, error) {
	const version = 20 // offset of e_version: some releases of ptxas write one that readers of ELF do not know
	image := bytes.Clone(c.Image)
	if len(image) > version {
		image[version] = byte(elf.EV_CURRENT)
	}
	file, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return nil, fmt.Errorf("nvptx: the machine code is not an ELF file: %w", err)
	}
	sizes := map[string]int{}
	for _, section := range file.Sections {
		if name, ok := strings.CutPrefix(section.Name, ".text."); ok {
			sizes[name] += int(section.Size / instructionBytes)
		}
	}
	return sizes, nil
}
