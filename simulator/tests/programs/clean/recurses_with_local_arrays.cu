// Every call has separate local arrays, filled by itself or by functions to which it passes them.
// Threads of a warp go to different depths.

#include <cstdio>

__device__ __noinline__ void fill(int* values, int n, int step) {
    for (int i = 0; i < n; ++i) values[i] = i * step;
}

__device__ __noinline__ int descend(int depth, int step) {
    int values[8];
    fill(values, depth + 1, step);
    const int own = values[depth] + values[depth / 2];
    if (depth == 0) return own;
    int below[2];
    below[depth & 1] = descend(depth - 1, step);
    below[~depth & 1] = depth;
    return own + below[0] + below[1];
}

__global__ void kernel(int* out) {
    out[threadIdx.x] = descend(threadIdx.x % 8, threadIdx.x) + descend(1, 2);
    if (threadIdx.x == 0 && printf("%d and %d\n", out[0], 1) != 2) out[0] = -1;
}

int expected(int depth, int step) {
    const int own = depth * step + depth / 2 * step;
    return depth == 0 ? own : own + expected(depth - 1, step) + depth;
}

int main() {
    const int n = 64;
    int found[n];
    int* out;
    cudaDeviceSetLimit(cudaLimitStackSize, 16384);
    cudaMalloc(&out, sizeof(found));
    kernel<<<1, n>>>(out);
    cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost);
    cudaFree(out);
    for (int i = 0; i < n; ++i) {
        if (found[i] != expected(i % 8, i) + expected(1, 2)) return 1;
    }
    return 0;
}
