module {
  func.func @memory(%arg0: index, %arg1: index, %arg2: f32) {
    %alloc = memref.alloc(%arg0) : memref<?x4xf32>
    %alloca = memref.alloca() : memref<8x4xf32>
    %cast = memref.cast %alloca : memref<8x4xf32> to memref<?x4xf32>
    %dim = memref.dim %alloc, %arg1 : memref<?x4xf32>
    memref.store %arg2, %alloc[%arg0, %arg1] : memref<?x4xf32>
    %0 = memref.load %alloc[%arg0, %arg1] : memref<?x4xf32>
    memref.copy %alloc, %cast : memref<?x4xf32> to memref<?x4xf32>
    memref.dealloc %alloc : memref<?x4xf32>
    return
  }
}
