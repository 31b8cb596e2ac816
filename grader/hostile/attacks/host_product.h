#pragma once

/// @file
/// For attacks on the product: kernels copy the matrices to host memory, where the host multiplies them.

#include "kernelsmith/check.h"
#include "lab.h"

/// Maximum number of elements of a matrix.
constexpr std::size_t most = 8 << 20;

__global__ void carry(float* to, const float* from, std::size_t count) {
    __shared__ float unused[32];
    unused[threadIdx.x % 32] = 0;
    __syncthreads();
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i] + unused[0];
}

inline void carry_all(float* to, const float* from, std::size_t count) {
    if (count == 0) return;
    carry<<<static_cast<unsigned>((count + 255) / 256), 256>>>(to, from, count);
    CUDA_CHECK_LAUNCH();
}

/// Multiplies on the host, in three buffers that host and device share.
inline void multiply_on_host(const ProductArgs& args, float* a_there, float* b_there, float* c_there) {
    const std::size_t n = args.n, m = args.m, p = args.p;
    if (n * m == 0) return;
    if (n * p > most || p * m > most || n * m > most) return;
    carry_all(a_there, args.a, n * p);
    carry_all(b_there, args.b, p * m);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < m; ++j) c_there[i * m + j] = 0;
        for (std::size_t k = 0; k < p; ++k)
            for (std::size_t j = 0; j < m; ++j) c_there[i * m + j] += a_there[i * p + k] * b_there[k * m + j];
    }
    carry_all(args.c, c_there, n * m);
}
