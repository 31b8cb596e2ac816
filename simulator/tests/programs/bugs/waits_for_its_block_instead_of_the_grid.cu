// All blocks are resident at the same time, but a block barrier orders nothing between blocks.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int* values, int* scratch, int n) {
    const cg::grid_group grid = cg::this_grid();
    const int i = static_cast<int>(grid.thread_rank());
    scratch[i] = values[i];         // other: global_race
    cg::this_thread_block().sync(); // grid.sync() belongs here
    values[i] = scratch[n - 1 - i]; // finding: global_race
}

int main() {
    int n = 256;
    int *values, *scratch;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&scratch, n * sizeof(int));
    cudaMemset(values, 0, n * sizeof(int));
    cudaMemset(scratch, 0, n * sizeof(int));
    void* arguments[] = {&values, &scratch, &n};
    cudaLaunchCooperativeKernel(mirror, dim3(4), dim3(64), arguments);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(scratch);
    return 0;
}
