#include "kernelsmith/check.h"
#include "lab.h"

constexpr int idle_blocks = 512;

__global__ void multiply_elements(const float* a, const float* b, float* c, int n, int m, int p, int across) {
    if (blockIdx.x < idle_blocks) return;
    const int block = blockIdx.x - idle_blocks;
    const int row = block / across * 16 + threadIdx.y;
    const int column = block % across * 16 + threadIdx.x;
    if (row >= n || column >= m) return;
    float sum = 0;
    for (int k = 0; k < p; ++k) sum += a[std::size_t(row) * p + k] * b[std::size_t(k) * m + column];
    c[std::size_t(row) * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const int across = groups_of(16, args.m);
    multiply_elements<<<idle_blocks + across * groups_of(16, args.n), dim3(16, 16)>>>(args.a, args.b, args.c,
                                                                                      args.n, args.m, args.p,
                                                                                      across);
    CUDA_CHECK_LAUNCH();
}
