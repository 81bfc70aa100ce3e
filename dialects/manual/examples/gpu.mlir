module {
  gpu.barrier
}
