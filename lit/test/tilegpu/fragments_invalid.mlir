// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Fragments for which there is no instruction.

// expected-error @below {{invalid layout: tensor cores of version 4: expected 2 (mma.sync) or 3 (wgmma)}}
#mma = #tilegpu.mma<{version = 4, warpsPerCTA = [1, 1], n = 8}>


// -----

// expected-error @below {{invalid layout: 2 warps along the rows: wgmma needs a multiple of 4}}
#mma = #tilegpu.mma<{version = 3, warpsPerCTA = [2, 2], n = 8}>


// -----

// expected-error @below {{the right factor of wgmma is in shared memory}}
#b = #tilegpu.dot_operand<{index = 1, kWidth = 2, parent = #tilegpu.mma<{version = 3, warpsPerCTA = [4, 1], n = 8}>}>


// -----

// expected-error @below {{the parent of a factor must be the accumulator's layout, #tilegpu.mma}}
#b = #tilegpu.dot_operand<{index = 1, kWidth = 2, parent = 1}>
