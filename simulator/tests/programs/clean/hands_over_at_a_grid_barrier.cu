// Every block reads what all others have written, with only grid.sync() in between: it orders the accesses, in a grid of
// two dimensions as well, and in every call.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int* values, int* scratch, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    const int n = static_cast<int>(grid.size());
    const int i = static_cast<int>(grid.thread_rank());
    for (int round = 0; round < rounds; ++round) {
        scratch[i] = values[(i + n / 2 + 1) % n];
        grid.sync();
        values[i] = scratch[n - 1 - i];
        cg::sync(grid);
    }
}

int main() {
    const dim3 grid(3, 2), block(16, 4);
    const int n = 3 * 2 * 16 * 4;
    int *values, *scratch, rounds = 3;
    cudaMallocManaged(&values, n * sizeof(int));
    cudaMalloc(&scratch, n * sizeof(int));
    for (int i = 0; i < n; ++i) values[i] = i;
    void* arguments[] = {&values, &scratch, &rounds};
    const cudaError_t error = cudaLaunchCooperativeKernel(rotate, grid, block, arguments);
    cudaDeviceSynchronize();
    int wrong = error != cudaSuccess;
    for (int i = 0; i < n; ++i) {
        int source = i;
        for (int round = 0; round < rounds; ++round) source = (n - 1 - source + n / 2 + 1) % n;
        wrong += values[i] != source;
    }
    cudaFree(values);
    cudaFree(scratch);
    return wrong;
}
