// The slow program: correct, and the reference for your speedup. One thread computes one element of C, and the
// threads of a warp are below one another in C. Task 1 asks what is wrong with that.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void multiply_down_columns(const float* a, const float* b, float* c, int n, int m, int p) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= m) return;

    float sum = 0.0f;
    for (int k = 0; k < p; ++k) sum += a[row * p + k] * b[k * m + column];
    c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 block(32, 32);
    const dim3 grid(groups_of(32, args.n), groups_of(32, args.m));
    multiply_down_columns<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
