// Lab 09: change the layout of records, through a tile in shared memory.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. README.md explains the tasks,
// lab.h the interface. A word is 4 bytes of shared memory and holds one element.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

// TODO(4): the number of records per tile, by the number of fields. A tile should have about as many words for any
// number of fields, and at most 48 KB. (about 5 lines)
#ifndef TILE_WORDS
#define TILE_WORDS 2560
#endif
__host__ __device__ constexpr int records_per_tile(int fields) {
    const int records = TILE_WORDS / fields / 32 * 32; // a multiple of a warp
    return records < 32 ? 32 : records;
}
// END TODO(4)

// TODO(2): the index of the word for element i of the tile, counted in the order of the records. 32 elements that
// are `fields` apart should be in as many banks as possible, for any number of fields, and no two elements may
// share a word. (about 1 line)
__host__ __device__ constexpr int place(int i) { return i + i / 32; } // a word of padding after each 32
// END TODO(2)

/// Copies the tile's elements in from the arrays: `records` records from `first` on.
__device__ inline void bring_from_arrays(float* tile, const LayoutArgs& args, std::int64_t first,
                                         int records) {
    const int fields = args.fields;
    // TODO(3): one loop over all elements of the tile, which loads several of them into registers before it stores
    // the first, whatever the number of fields. (about 18 lines)
    constexpr int batch = 4; // loads in flight per thread
    const int tile_records = records_per_tile(fields);
    int field = 0;
    int record = threadIdx.x;
    while (record >= tile_records) record -= tile_records, ++field;
    while (field < fields) {
        float values[batch];
        int elements[batch]; // of the tile, or -1
#pragma unroll
        for (int n = 0; n < batch; ++n) {
            const bool exists = field < fields && record < records;
            elements[n] = exists ? record * fields + field : -1;
            if (exists) values[n] = args.in[field * args.count + first + record];
            record += block;
            while (record >= tile_records) record -= tile_records, ++field;
        }
#pragma unroll
        for (int n = 0; n < batch; ++n)
            if (elements[n] >= 0) tile[place(elements[n])] = values[n];
    }
    // END TODO(3)
}

/// Changes the layout of one tile per block: the records from `first` on, a whole tile or as many as are left.
/// With 32 registers per thread, 2048 threads fit on an SM.
__global__ void __maxnreg__(32) change_tile(LayoutArgs args) {
    // The host sets its size at the launch: place(elements of a whole tile) words.
    [[maybe_unused]] extern __shared__ float tile[];
    [[maybe_unused]] const int tile_records = records_per_tile(args.fields);
    [[maybe_unused]] const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    [[maybe_unused]] const int records =
        static_cast<int>(min(std::int64_t{tile_records}, args.count - first));

    // TODO(1): copy the tile's elements in from one layout, wait until all threads of the block have copied
    // theirs, and write the elements out in the other layout. On both sides, neighbouring threads take elements
    // that are neighbours in that layout. bring_from_arrays() is one of the four loops. (about 19 lines)
    const int fields = args.fields;
    const int elements = records * fields;
    if (args.to_arrays) {
        const float* in = args.in + first * fields;
        for (int i = threadIdx.x; i < elements; i += block) tile[place(i)] = in[i];
    } else {
        bring_from_arrays(tile, args, first, records);
    }
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
    const int tile_records = records_per_tile(args.fields);
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
