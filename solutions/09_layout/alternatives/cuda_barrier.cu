// Lab 09 with cuda::barrier and cuda::memcpy_async: the copies arrive at the barrier themselves, so one wait
// replaces both the wait for the thread's own copies and the barrier of the block. Choose this if there is
// other work between arrival and wait, or if not all threads wait. It is slow for elements of four bytes,
// because each copy arrives separately.

#include <cuda/barrier>

#include "kernelsmith/check.h"
#include "lab.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // init() initializes the barrier

constexpr int block = 256; // threads
constexpr int records_per_thread = 2;
constexpr int tile_records = block * records_per_thread;

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// Index of the tile's word for element @p i of the block's records.
__host__ __device__ constexpr int place(int i) { return i + i / 32; }

__device__ inline void bring(float* word, const float* element, Barrier& barrier) {
    cuda::memcpy_async(word, element, cuda::aligned_size_t<sizeof(float)>(sizeof(float)), barrier);
}

__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    extern __shared__ float tile[];
    __shared__ Barrier brought;
    if (threadIdx.x == 0) init(&brought, block);
    __syncthreads(); // no thread arrives at an uninitialized barrier
    const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    const int records = static_cast<int>(min(std::int64_t{tile_records}, args.count - first));
    const int fields = args.fields;
    const int elements = records * fields;

    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i, brought);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r, brought);
        }
    }
    brought.arrive_and_wait();
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
