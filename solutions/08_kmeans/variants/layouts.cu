// Lab 08, a benchmark of layouts of the points. It times the assignment alone, with one point per thread in
// registers and the centroids in shared memory, for points stored as
//
//   rows    coordinate by coordinate (a structure of arrays), as in lab.h
//   points  point by point (an array of structures), with vector loads of four coordinates
//   tiles   32 points coordinate by coordinate, then the next 32 (an array of structures of arrays)
//
// and a kernel that transposes the rows into each of the other layouts.
//
//   layouts [points]
//
// Full size: 4194304

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int threads = 128;
constexpr int clusters = 64;

enum Layout { rows, points, tiles };

/// Returns the index of coordinate @p j of point @p i. The number of points, @p count, is a multiple of 32.
template <Layout layout, int dims> __host__ __device__ std::size_t place(int i, int j, int count) {
    if (layout == rows) return std::size_t(j) * count + i;
    if (layout == points) return std::size_t(i) * dims + j;
    return (std::size_t(i / 32) * dims + j) * 32 + i % 32;
}

template <Layout layout, int dims> __global__ void turn(float* to, const float* from, int count) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= count) return;
    for (int j = 0; j < dims; ++j)
        to[place<layout, dims>(i, j, count)] = from[place<rows, dims>(i, j, count)];
}

template <Layout layout, int dims>
__global__ void assign(int* membership, const float* values, const float* all_centroids, int count) {
    __shared__ float centroids[clusters][dims];
    for (int e = threadIdx.x; e < clusters * dims; e += threads)
        centroids[e / dims][e % dims] = all_centroids[e];
    __syncthreads();
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= count) return;
    float x[dims];
    if constexpr (layout == points) {
#pragma unroll
        for (int j = 0; j < dims; j += 4) {
            const float4 four = *reinterpret_cast<const float4*>(&values[place<layout, dims>(i, j, count)]);
            x[j] = four.x, x[j + 1] = four.y, x[j + 2] = four.z, x[j + 3] = four.w;
        }
    } else {
#pragma unroll
        for (int j = 0; j < dims; ++j) x[j] = values[place<layout, dims>(i, j, count)];
    }
    int nearest = 0;
    float least = INFINITY;
    for (int c = 0; c < clusters; ++c) {
        float distance = 0;
#pragma unroll
        for (int j = 0; j < dims; ++j) distance += (x[j] - centroids[c][j]) * (x[j] - centroids[c][j]);
        if (distance < least) least = distance, nearest = c;
    }
    membership[i] = nearest;
}

template <Layout layout, int dims> void measure(const char* name, const DeviceBuffer<float>& given,
                                                const DeviceBuffer<float>& centroids, int count,
                                                kernelsmith::Stopwatch& watch, std::vector<int>& right) {
    const int blocks = (count + threads - 1) / threads;
    DeviceBuffer<float> values(given.size());
    const float turning = 1000 * watch.median_ms([&] {
        turn<layout, dims><<<blocks, threads>>>(values.data(), given.data(), count);
    });
    DeviceBuffer<int> membership(count);
    const float assigning = 1000 * watch.median_ms([&] {
        assign<layout, dims><<<blocks, threads>>>(membership.data(), values.data(), centroids.data(), count);
    });
    std::vector<int> got(count);
    membership.copy_to(got);
    if (right.empty()) right = got;
    if (got != right) throw std::runtime_error("the layouts do not agree");
    if (layout == rows) {
        std::printf("| %d | %s | | %.0f |\n", dims, name, assigning);
    } else {
        std::printf("| %d | %s | %.0f | %.0f |\n", dims, name, turning, assigning);
    }
}

template <int dims> void compare(int count, kernelsmith::Stopwatch& watch) {
    std::vector<float> host(std::size_t(count) * dims);
    for (std::size_t e = 0; e < host.size(); ++e) host[e] = kernelsmith::random_uniform(1, e, -1, 1);
    std::vector<float> middles(clusters * dims);
    for (std::size_t e = 0; e < middles.size(); ++e) middles[e] = kernelsmith::random_uniform(2, e, -1, 1);
    DeviceBuffer<float> given(host.size()), centroids(middles.size());
    given.copy_from(host);
    centroids.copy_from(middles);
    std::vector<int> right;
    measure<rows, dims>("rows", given, centroids, count, watch, right);
    measure<points, dims>("points", given, centroids, count, watch, right);
    measure<tiles, dims>("tiles", given, centroids, count, watch, right);
}

} // namespace

int main(int argc, char** argv) try {
    const int count = (argc > 1 ? std::atoi(argv[1]) : 2048) / 32 * 32;
    kernelsmith::Stopwatch watch(9);
    std::printf("| coordinates | layout | turning, µs | assignment, µs |\n|---:|---|---:|---:|\n");
    compare<4>(count, watch);
    compare<8>(count, watch);
    compare<16>(count, watch);
    compare<32>(count, watch);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
