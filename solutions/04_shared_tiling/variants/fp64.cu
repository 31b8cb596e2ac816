// Lab 04, a variant: the product in fp64, as in the original program, and in fp32. The four kernels are the
// baseline and rungs 1 to 3, written for any type. Usage: fp64 [N], for matrices of N x N.
//
// Full size: 2048
//
// With 8 bytes per element a sector holds 4 elements instead of 8, so a row of a warp is 8 sectors; a tile
// takes twice the shared memory; a warp's read of 32 neighbours takes two passes over the banks. And an H200
// has half as many units for fp64 as for fp32, most other GPUs a 64th.

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"
#include "kernelsmith/random.h"

using kernelsmith::DeviceBuffer;
using kernelsmith::Event;

/// One thread per element of C; x runs down a column, as in the original, or along a row.
template <typename T, bool along_rows> __global__ void multiply_each(const T* a, const T* b, T* c, int n) {
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    const int second = blockIdx.y * blockDim.y + threadIdx.y;
    const int row = along_rows ? second : first;
    const int column = along_rows ? first : second;
    if (row >= n || column >= n) return;

    T sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

/// The same product with tiles in shared memory.
template <typename T, int tile> __global__ void multiply_tiles(const T* a, const T* b, T* c, int n) {
    __shared__ T a_tile[tile][tile];
    __shared__ T b_tile[tile][tile];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * tile + y;
    const int column = blockIdx.x * tile + x;

    T sum = 0;
    for (int first_k = 0; first_k < n; first_k += tile) {
        a_tile[y][x] = row < n && first_k + x < n ? a[row * n + first_k + x] : T{0};
        b_tile[y][x] = first_k + y < n && column < n ? b[(first_k + y) * n + column] : T{0};
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

/// The matrices of one type, and a row of the table for each kernel.
template <typename T> class Trial {
public:
    Trial(const char* type, int n) : type_(type), n_(n), a_(elements()), b_(elements()), c_(elements()) {
        for (std::size_t i = 0; i < elements(); ++i) {
            host_a_.push_back(kernelsmith::random_uniform(1, i, -1.0f, 1.0f));
            host_b_.push_back(kernelsmith::random_uniform(2, i, -1.0f, 1.0f));
        }
        a_.copy_from(host_a_);
        b_.copy_from(host_b_);
    }

    /// Runs @p kernel three times with blocks of @p side x @p side and prints the best time. True if C is right.
    template <typename Kernel> bool run(const char* name, Kernel kernel, int side) {
        const unsigned blocks = static_cast<unsigned>((n_ + side - 1) / side);
        const dim3 block(static_cast<unsigned>(side), static_cast<unsigned>(side));
        CUDA_CHECK(cudaMemset(c_.data(), 0xff, elements() * sizeof(T))); // all NaN
        float best_ms = HUGE_VALF;
        for (int repeat = 0; repeat < 3; ++repeat) {
            Event start, stop;
            start.record();
            kernel<<<dim3(blocks, blocks), block>>>(a_.data(), b_.data(), c_.data(), n_);
            CUDA_CHECK_LAUNCH();
            stop.record();
            best_ms = std::fmin(best_ms, kernelsmith::elapsed_ms(start, stop));
        }
        const bool right = is_right();
        std::printf("%-8s%-28s%12.4f%12.0f%s\n", type_, name, best_ms, 2e-6 * n_ * n_ * n_ / best_ms,
                    right ? "" : "   WRONG");
        return right;
    }

private:
    [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(n_) * n_; }

    /// Checks about a thousand elements, with the lab's tolerance for the rounding of the type.
    bool is_right() {
        std::vector<T> c(elements());
        c_.copy_to(c);
        const double rounding = sizeof(T) == 4 ? 0x1p-24 : 0x1p-53;
        const std::size_t stride = (elements() / 1000) | 1; // odd, so columns vary if n is a power of two
        for (std::size_t i = 0; i < elements(); i += stride) {
            const std::size_t n = static_cast<std::size_t>(n_);
            long double sum = 0;
            double squares_a = 0;
            double squares_b = 0;
            for (std::size_t k = 0; k < n; ++k) {
                const double a = host_a_[i / n * n + k];
                const double b = host_b_[k * n + i % n];
                sum += static_cast<long double>(a) * b;
                squares_a += a * a;
                squares_b += b * b;
            }
            const double error = std::fabs(static_cast<double>(c[i] - sum));
            if (!(error <= 32 * rounding * std::sqrt(squares_a * squares_b))) return false;
        }
        return true;
    }

    const char* type_;
    int n_;
    std::vector<T> host_a_, host_b_;
    DeviceBuffer<T> a_, b_, c_;
};

template <typename T> bool run_all(const char* type, int n) {
    Trial<T> trial(type, n);
    bool right = trial.run("down columns (baseline)", multiply_each<T, false>, 32);
    right &= trial.run("along rows", multiply_each<T, true>, 32);
    right &= trial.run("tiles of 16", multiply_tiles<T, 16>, 16);
    right &= trial.run("tiles of 32", multiply_tiles<T, 32>, 32);
    return right;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 70;
    std::printf("C = A·B of %d x %d\n%-8s%-28s%12s%12s\n", n, n, "type", "kernel", "ms", "GFLOP/s");
    const bool floats_right = run_all<float>("float", n);
    const bool doubles_right = run_all<double>("double", n);
    return floats_right && doubles_right ? 0 : 1;
}
