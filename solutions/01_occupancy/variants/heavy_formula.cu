// Lab 01, a variant: the steps of the ladder with the lab's light formula, and with a heavy one.
//
//   light    sqrtf(v) in even columns, sqrtf(v) + 1 in odd ones
//   heavy    v + sqrtf(cosf(v) + 1) in even columns, v + sqrtf(logf(v) + 1) in odd ones
//
//   heavy_formula [size]     a square matrix of size x size floats; size is a multiple of 8
//
// Full size: 16384
//
// Both move the same bytes in the same way, so the extra time of the heavy formula is arithmetic. With the light
// formula several loads in flight fill the bus, and the time is that of a copy. With the heavy one the warps wait
// to issue an instruction: every warp has even and odd columns and executes both branches, each with half of its
// threads active. More bytes in flight do not help there; lab 02 does. In the last row of the table a thread has two
// even and two odd columns, so that all threads of a warp take the same path.

#include <algorithm>
#include <cmath>
#include <cstddef>
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

struct Light {
    static __device__ float of(float v, int column) { return sqrtf(v) + static_cast<float>(column % 2); }
    static double exactly(double v, bool even) { return std::sqrt(v) + (even ? 0 : 1); }
};

struct Heavy {
    static __device__ float of(float v, int column) {
        if (column % 2 == 0) return v + sqrtf(cosf(v) + 1.0f);
        return v + sqrtf(logf(v) + 1.0f);
    }
    static double exactly(double v, bool even) {
        return v + std::sqrt(std::max((even ? std::cos(v) : std::log(v)) + 1, 0.0));
    }
};

/// Transforms @p rows rows of a column per thread, one after the other: one load in flight at a time.
template <typename Formula, int rows> __global__ void in_one_loop(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    const std::size_t pitch = width;
    float* top = data + blockIdx.y * rows * pitch + column;
#pragma unroll
    for (int i = 0; i < rows; ++i) top[i * pitch] = Formula::of(top[i * pitch], column);
}

/// Transforms @p rows rows of a column per thread, with all loads before the first use.
template <typename Formula, int rows> __global__ void loaded_together(float* data, int width) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    const std::size_t pitch = width;
    float* top = data + blockIdx.y * rows * pitch + column;
    float value[rows];
#pragma unroll
    for (int i = 0; i < rows; ++i) value[i] = top[i * pitch];
#pragma unroll
    for (int i = 0; i < rows; ++i) top[i * pitch] = Formula::of(value[i], column);
}

/// Transforms four neighbouring columns per thread, with one load of 16 bytes.
template <typename Formula> __global__ void wide(float4* data, int quads) {
    const int quad = blockIdx.x * blockDim.x + threadIdx.x;
    if (quad >= quads) return;
    const std::size_t i = blockIdx.y * std::size_t(quads) + quad;
    const float4 v = data[i];
    data[i] = make_float4(Formula::of(v.x, 0), Formula::of(v.y, 1), Formula::of(v.z, 2), Formula::of(v.w, 3));
}

/// A matrix on host and device, and a device buffer for the copy that is transformed.
struct Matrices {
    int size;
    std::vector<float> input;
    DeviceBuffer<float> original;
    DeviceBuffer<float> data;
};

/// Returns the median time of @p launch on fresh copies of the matrix, in milliseconds.
template <typename Launch> float middle_ms(Matrices& matrices, Launch launch) {
    const std::size_t bytes = matrices.input.size() * sizeof(float);
    const auto restore = [&] {
        CUDA_CHECK(cudaMemcpy(matrices.data.data(), matrices.original.data(), bytes, cudaMemcpyDefault));
    };
    return kernelsmith::Stopwatch(9, 0).median_ms(restore, launch);
}

/// Checks about a million elements against Formula in fp64. The heavy formula's root is steep near 0: an error of 1e-7
/// in its argument becomes one of 3e-4. A row that was left out, or transformed twice, is wrong by far more.
template <typename Formula> bool is_right(const Matrices& matrices) {
    std::vector<float> got(matrices.input.size());
    matrices.data.copy_to(got);
    const std::size_t step = (got.size() >> 20) | 1; // odd: checks even and odd columns
    for (std::size_t i = 0; i < got.size(); i += step) {
        const double right = Formula::exactly(matrices.input[i], i % 2 == 0);
        if (!(std::fabs(got[i] - right) <= 1e-3)) return false;
    }
    return true;
}

struct Measured {
    float ms;
    bool right;
};

template <typename Formula, int rows> Measured together(Matrices& m, int block) {
    const dim3 grid((m.size - 1) / block + 1, m.size / rows);
    const float ms =
        middle_ms(m, [&] { loaded_together<Formula, rows><<<grid, block>>>(m.data.data(), m.size); });
    return {ms, is_right<Formula>(m)};
}

template <typename Formula, int rows> Measured one_loop(Matrices& m, int block) {
    const dim3 grid((m.size - 1) / block + 1, m.size / rows);
    const float ms =
        middle_ms(m, [&] { in_one_loop<Formula, rows><<<grid, block>>>(m.data.data(), m.size); });
    return {ms, is_right<Formula>(m)};
}

template <typename Formula> Measured sixteen_bytes(Matrices& m, int block) {
    const int quads = m.size / 4;
    const dim3 grid((quads - 1) / block + 1, m.size);
    const float ms = middle_ms(m, [&] {
        wide<Formula><<<grid, block>>>(reinterpret_cast<float4*>(m.data.data()), quads);
    });
    return {ms, is_right<Formula>(m)};
}

/// Prints a row; returns whether both results are right.
bool print(const char* name, const Measured& light, const Measured& heavy, float copy_ms) {
    std::printf("%-28s %10.4f %8.0f %% %10.4f %8.0f %%\n", name, light.ms, 100 * copy_ms / light.ms, heavy.ms,
                100 * copy_ms / heavy.ms);
    if (!light.right || !heavy.right) std::printf("WRONG\n");
    return light.right && heavy.right;
}

bool run(int size) {
    const std::size_t count = static_cast<std::size_t>(size) * size;
    Matrices m{size, std::vector<float>(count), DeviceBuffer<float>(count), DeviceBuffer<float>(count)};
    for (std::size_t i = 0; i < count; ++i) m.input[i] = kernelsmith::random_uniform(1, i, 10.0f, 266.0f);
    m.original.copy_from(m.input);
    const float copy_ms = middle_ms(m, [&] {
        CUDA_CHECK(cudaMemcpyAsync(m.data.data(), m.original.data(), count * sizeof(float),
                                   cudaMemcpyDeviceToDevice));
    });

    std::printf("%d x %d floats; a copy takes %.4f ms\n\n", size, size, copy_ms);
    std::printf("%-28s %21s %21s\n", "", "light formula", "heavy formula");
    std::printf("%-28s %10s %10s %10s %10s\n", "a thread takes", "ms", "of a copy", "ms", "of a copy");
    bool right =
        print("one row, blocks of 512", one_loop<Light, 1>(m, 512), one_loop<Heavy, 1>(m, 512), copy_ms);
    right &= print("one row, blocks of 256", one_loop<Light, 1>(m, 256), one_loop<Heavy, 1>(m, 256), copy_ms);
    right &= print("eight rows in one loop", one_loop<Light, 8>(m, 256), one_loop<Heavy, 8>(m, 256), copy_ms);
    right &=
        print("two rows, loaded together", together<Light, 2>(m, 256), together<Heavy, 2>(m, 256), copy_ms);
    right &=
        print("four rows, loaded together", together<Light, 4>(m, 256), together<Heavy, 4>(m, 256), copy_ms);
    right &=
        print("eight rows, loaded together", together<Light, 8>(m, 256), together<Heavy, 8>(m, 256), copy_ms);
    right &=
        print("four columns, 16 bytes", sixteen_bytes<Light>(m, 256), sixteen_bytes<Heavy>(m, 256), copy_ms);
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const int size = argc > 1 ? std::atoi(argv[1]) : 128;
    if (size <= 0 || size % 8 != 0) {
        std::fprintf(stderr, "usage: heavy_formula [size], a multiple of 8\n");
        return 2;
    }
    return run(size) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
