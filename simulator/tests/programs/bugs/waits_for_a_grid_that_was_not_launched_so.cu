// grid.sync() needs a cooperative launch; an ordinary launch does not ensure that all blocks are resident.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int* values, int* scratch, int n) {
    const cg::grid_group grid = cg::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    scratch[i] = values[i];
    grid.sync(); // finding: trap
    values[i] = scratch[n - 1 - i];
}

int main() {
    int n = 256;
    int *values, *scratch;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&scratch, n * sizeof(int));
    cudaMemset(values, 0, n * sizeof(int));
    mirror<<<4, 64>>>(values, scratch, n);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(scratch);
    return 0;
}
