// Lab 03, a variant: the heavy formula of lab 01's variants, in place on floats, with one, two and four columns per thread.
//
//   v + sqrtf(cosf(v) + 1) in even columns, v + sqrtf(logf(v) + 1) in odd ones
//
// With two or four columns per thread, all threads of a warp take the same path: in addition to moving more bytes
// with each instruction, float2 and float4 remove the divergence of lab 02. To separate the two effects, one
// kernel takes two columns with two loads and two stores of 4 bytes.
//
//   float2_float4 [size]     a square matrix of size x size floats; size is a multiple of 4
//
// Full size: 16384

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int block_threads = 256;

__device__ float even(float v) { return v + sqrtf(cosf(v) + 1.0f); }
__device__ float odd(float v) { return v + sqrtf(logf(v) + 1.0f); }

__global__ void one_float(float* data, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    data[i] = i % 2 == 0 ? even(data[i]) : odd(data[i]); // the width is even, so i has its column's parity
}

__global__ void one_float2(float2* data, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float2 v = data[i];
    data[i] = make_float2(even(v.x), odd(v.y));
}

__global__ void one_float4(float4* data, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float4 v = data[i];
    data[i] = make_float4(even(v.x), odd(v.y), even(v.z), odd(v.w));
}

/// Like one_float2(), with a load and a store for each of the two floats: the compiler cannot assume that their
/// address is a multiple of 8.
__global__ void two_floats(float* data, std::size_t count) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float x = data[2 * i];
    const float y = data[2 * i + 1];
    data[2 * i] = even(x);
    data[2 * i + 1] = odd(y);
}

/// Returns the largest error of @p got, relative to the bound for an fp32 program: the cosine or logarithm may err
/// by 2.5 units in the last place and the sum by half a unit, both propagated through the root, which is steep near
/// 0, and the result by a unit. Checks every 61st element of a large matrix: as many even columns as odd ones.
double worst_error(const std::vector<float>& input, const std::vector<float>& got) {
    const auto ulp = [](double x) { return std::ldexp(1.0, std::ilogb(x) - 23); };
    double worst = 0;
    const std::size_t step = input.size() > std::size_t{1} << 22 ? 61 : 1;
    for (std::size_t i = 0; i < input.size(); i += step) {
        const double v = input[i];
        const double c = i % 2 == 0 ? std::cos(v) : std::log(v);
        const double u = std::max(c + 1, 0.0);
        const double d = 2.5 * ulp(c) + ulp(std::max(u, 0x1p-30)) / 2;
        const double root = std::sqrt(u);
        const double allowed = std::sqrt(u + d) - std::sqrt(std::max(u - d, 0.0)) + ulp(v + root + 1);
        const double error = std::fabs(double{got[i]} - (v + root));
        worst = std::isfinite(error) ? std::max(worst, error / allowed) : HUGE_VAL;
    }
    return worst;
}

/// A matrix on host and device, and a device buffer for the copy that is transformed.
struct Matrices {
    std::vector<float> input;
    DeviceBuffer<float> original;
    DeviceBuffer<float> data;
};

/// Times @p launch on fresh copies of the matrix and prints a row. Returns true if its results are right.
template <typename Launch>
bool measure(const char* name, Matrices& matrices, float& first_ms, Launch launch) {
    auto& [input, original, data] = matrices;
    std::vector<float> output(input.size());
    const auto restore = [&] {
        CUDA_CHECK(cudaMemcpy(data.data(), original.data(), input.size() * sizeof(float), cudaMemcpyDefault));
    };
    const float ms = kernelsmith::Stopwatch(9, 0).median_ms(restore, [&] { launch(data.data()); });
    data.copy_to(output);
    if (first_ms == 0) first_ms = ms;
    const double gigabytes = 2.0 * static_cast<double>(input.size()) * sizeof(float) / 1e9;
    const double worst = worst_error(input, output);
    std::printf("%-24s %10.4f %10.0f %9.2f %10.2f\n", name, ms, gigabytes / ms * 1e3, first_ms / ms, worst);
    return worst <= 1;
}

bool run(std::size_t size) {
    const std::size_t count = size * size;
    Matrices matrices{std::vector<float>(count), DeviceBuffer<float>(count), DeviceBuffer<float>(count)};
    for (std::size_t i = 0; i < count; ++i) matrices.input[i] = kernelsmith::random_uniform(3, i, 10, 266);
    matrices.original.copy_from(matrices.input);
    const auto blocks = [&](std::size_t floats) {
        return static_cast<unsigned>((count / floats - 1) / block_threads + 1);
    };
    std::printf("%zu x %zu floats\n", size, size);
    std::printf("%-24s %10s %10s %9s %10s\n", "a thread takes", "ms", "GB/s", "speedup", "error");
    float first = 0;
    bool right = measure("one float", matrices, first,
                         [&](float* data) { one_float<<<blocks(1), block_threads>>>(data, count); });
    right &= measure("two floats, two loads", matrices, first,
                     [&](float* data) { two_floats<<<blocks(2), block_threads>>>(data, count / 2); });
    right &= measure("a float2", matrices, first, [&](float* data) {
        one_float2<<<blocks(2), block_threads>>>(reinterpret_cast<float2*>(data), count / 2);
    });
    right &= measure("a float4", matrices, first, [&](float* data) {
        one_float4<<<blocks(4), block_threads>>>(reinterpret_cast<float4*>(data), count / 4);
    });
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const int size = argc > 1 ? std::atoi(argv[1]) : 256;
    if (size <= 0 || size % 4 != 0) {
        std::fprintf(stderr, "usage: float2_float4 [size], a multiple of 4\n");
        return 2;
    }
    if (run(static_cast<std::size_t>(size))) return 0;
    std::printf("An error of more than 1 is larger than fp32 arithmetic excuses.\n");
    return 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
