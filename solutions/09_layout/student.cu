// Lab 09: change the layout of records, through a tile in shared memory.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface. A word is 4 bytes of shared memory and holds one element.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

// TODO(4): the number of records per thread. Work out the bytes in flight per block before it waits, then try
// the number. (about 3 lines)
#ifndef RECORDS_A_THREAD
#define RECORDS_A_THREAD 4 // with 8, a tile of records with 17 fields takes more than 48 KB
#endif
// END TODO(4)
constexpr int tile_records = block * RECORDS_A_THREAD; // records per tile; each block changes one tile

// TODO(2): the index of the word for element i of the tile, counted in the order of the records. 32 elements that
// are `fields` apart should be in as many banks as possible, for any number of fields, and no two elements may
// share a word. (about 1 line)
__host__ __device__ constexpr int place(int i) { return i + i / 32; } // a word of padding after each 32
// END TODO(2)

// TODO(3): bring() copies an element from global memory to its word of the tile, and wait_for_own() waits for the
// copies of this thread. A thread should begin all of its copies before it waits. (about 5 lines)
__device__ inline void bring(float* word, const float* element) {
    __pipeline_memcpy_async(word, element, sizeof(float));
}

__device__ inline void wait_for_own() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
// END TODO(3)

/// Changes the layout of one tile per block: the records from `first` on, a whole tile or as many as are left.
__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    // The host sets its size at the launch: place(elements of a whole tile) words.
    [[maybe_unused]] extern __shared__ float tile[];
    [[maybe_unused]] const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    [[maybe_unused]] const int records =
        static_cast<int>(min(std::int64_t{tile_records}, args.count - first));

    // TODO(1): copy the tile's elements in from one layout, wait until all threads of the block have copied
    // theirs, and write the elements out in the other layout. On both sides, neighbouring threads take elements
    // that are neighbours in that layout. (about 22 lines)
    const int fields = args.fields;
    const int elements = records * fields;
    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) bring(&tile[place(i)], in + i);
    } else {
        for (int field = 0; field < fields; ++field) {
            const float* in = args.in + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block)
                bring(&tile[place(r * fields + field)], in + r);
        }
    }
    wait_for_own();
    __syncthreads(); // all elements of the tile have arrived
    if (args.to_arrays) {
        for (int field = 0; field < fields; ++field) {
            float* out = args.out + field * args.count + first;
            for (int r = threadIdx.x; r < records; r += block) out[r] = tile[place(r * fields + field)];
        }
    } else {
        float* out = args.out + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) out[i] = tile[place(i)];
    }
    // END TODO(1)
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
