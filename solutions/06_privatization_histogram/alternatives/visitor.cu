// With a visitor: a template traverses the array, head, vectors and rest, and calls a functor for each byte;
// the work per byte is a lambda. Choose it where several kernels traverse such arrays: a sum, a search and a
// histogram differ only in the lambda.

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 1024; // threads per block

/// An array of bytes at any address.
class Bytes {
public:
    Bytes(const unsigned char* from, long long count) : from_(from), count_(count) {
        const auto address = reinterpret_cast<std::uintptr_t>(from);
        head_ = std::min<long long>((16 - address % 16) % 16, count);
        vectors_ = (count - head_) / 16;
    }

    /// Number of work items, of which a thread takes one at a time: vectors of 16 bytes, and single bytes.
    long long items() const { return count_ - 15 * vectors_; }

    /// Calls @p visit for each byte of this thread; together, the threads of the grid visit all bytes once.
    template <typename Visit> __device__ void for_each(Visit visit) const {
        const long long thread = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
        const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
        const uint4* vectors = reinterpret_cast<const uint4*>(from_ + head_);
        for (long long v = thread; v < vectors_; v += stride) {
            const uint4 vector = vectors[v];
            for (const unsigned int word : {vector.x, vector.y, vector.z, vector.w}) {
                visit(word & 255), visit(word >> 8 & 255), visit(word >> 16 & 255), visit(word >> 24);
            }
        }
        for (long long i = thread; i < count_ - 16 * vectors_; i += stride)
            visit(from_[i < head_ ? i : i + 16 * vectors_]);
    }

private:
    const unsigned char* from_;
    long long count_, head_, vectors_;
};

__global__ void __launch_bounds__(block) count_privately(Bytes bytes, unsigned int* bins) {
    __shared__ unsigned int counts[BINS][32]; // a copy for each lane, each in its own bank
    const auto for_each_bin = [](auto visit) {
        for (int bin = threadIdx.x; bin < BINS; bin += block) visit(bin);
    };
    for_each_bin([&](int bin) {
        for (int i = 0; i < 32; ++i) counts[bin][(i + bin) % 32] = 0;
    });
    __syncthreads();
    bytes.for_each([&, lane = threadIdx.x % 32](unsigned int value) { atomicAdd(&counts[value][lane], 1u); });
    __syncthreads();
    for_each_bin([&](int bin) {
        unsigned int sum = 0;
        for (int i = 0; i < 32; ++i) sum += counts[bin][(i + bin) % 32];
        atomicAdd(&bins[bin], sum);
    });
}

/// Returns the number of blocks of the kernel that the GPU holds at once.
static long long most_blocks() {
    int device = 0, multiprocessors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, count_privately, block, 0));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void histogram(const HistogramArgs& args) {
    static const long long most = most_blocks();
    CUDA_CHECK(cudaMemsetAsync(args.bins, 0, BINS * sizeof(unsigned int)));
    if (args.count == 0) return;
    const Bytes bytes(args.in, args.count);
    count_privately<<<std::min(groups_of(block, bytes.items()), most), block>>>(bytes, args.bins);
    CUDA_CHECK_LAUNCH();
}
