// With C++20 concepts: the layout of the counters is a type, the kernel takes any such type, and a constant
// expression proves that no two lanes use the same bank. Choose it where several layouts are compared, and a
// mistake in one should be a compile-time error.

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block

template <typename T>
concept CopyLayout = T::copies >
0 && 32 % T::copies == 0 && requires(unsigned int value, unsigned int lane) {
    { T::place(value, lane) } -> std::same_as<unsigned int>;
};

/// Layout with a copy for each lane: lane i has bank i, whatever its value.
struct CopyOfALane {
    static constexpr int copies = 32;
    __host__ __device__ static constexpr unsigned int place(unsigned int value, unsigned int lane) {
        return value * copies + lane % copies;
    }
};

/// Whether a layout has no bank conflicts, for any values: lane i uses bank i, and no other lane does.
template <CopyLayout Layout> constexpr bool has_no_conflicts() {
    for (unsigned int value = 0; value < BINS; ++value) {
        for (unsigned int lane = 0; lane < 32; ++lane) {
            if (Layout::place(value, lane) % 32 != lane) return false;
        }
    }
    return true;
}
static_assert(has_no_conflicts<CopyOfALane>());

/// Division of the bytes: `head` single bytes, then `vectors` of 16 bytes each, then single bytes again.
struct Shares {
    long long head, vectors;
};

static Shares share_out(const HistogramArgs& args) {
    const auto from = reinterpret_cast<std::uintptr_t>(args.in);
    const long long head = std::min<long long>((16 - from % 16) % 16, args.count);
    return {head, (args.count - head) / 16};
}

template <CopyLayout Layout> __global__ void __launch_bounds__(block)
    count_privately(HistogramArgs args, Shares shares) {
    __shared__ unsigned int counts[BINS * Layout::copies];
    for (int i = threadIdx.x; i < BINS * Layout::copies; i += block) counts[i] = 0;
    __syncthreads();

    const auto count = [&](std::unsigned_integral auto bytes) {
#pragma unroll
        for (unsigned int i = 0; i < sizeof(bytes); ++i) {
            const unsigned int value = static_cast<unsigned int>(bytes >> 8 * i) & 255;
            atomicAdd(&counts[Layout::place(value, threadIdx.x % 32)], 1u);
        }
    };
    const long long thread = static_cast<long long>(blockIdx.x) * block + threadIdx.x;
    const long long stride = static_cast<long long>(gridDim.x) * block;
    const ulonglong2* vectors = reinterpret_cast<const ulonglong2*>(args.in + shares.head);
    for (long long v = thread; v < shares.vectors; v += stride) {
        const ulonglong2 vector = vectors[v];
        count(vector.x);
        count(vector.y);
    }
    for (long long single = thread; single < args.count - 16 * shares.vectors; single += stride)
        count(args.in[single < shares.head ? single : single + 16 * shares.vectors]);
    __syncthreads();

    for (int bin = threadIdx.x; bin < BINS; bin += block) {
        unsigned int sum = 0;
        for (int i = 0; i < Layout::copies; ++i) sum += counts[Layout::place(bin, i + bin)];
        atomicAdd(&args.bins[bin], sum);
    }
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately<CopyOfALane>, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks();
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    const Shares shares = share_out(args);
    const long long items = args.count - 15 * shares.vectors; // vectors, and single bytes
    count_privately<CopyOfALane><<<std::min(groups_of(block, items), most), block>>>(args, shares);
    CUDA_CHECK_LAUNCH();
}
