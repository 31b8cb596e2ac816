// The blocks without work leave before grid.sync(), and the others wait for them.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void mirror(int* values, int* scratch, int n) {
    const cg::grid_group grid = cg::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    scratch[i] = values[i];
    grid.sync(); // finding: deadlock
    values[i] = scratch[n - 1 - i];
}

int main() {
    int n = 256;
    int *values, *scratch;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&scratch, n * sizeof(int));
    cudaMemset(values, 0, n * sizeof(int));
    void* arguments[] = {&values, &scratch, &n};
    cudaLaunchCooperativeKernel(mirror, dim3(6), dim3(64), arguments);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(scratch);
    return 0;
}
