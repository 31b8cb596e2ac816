// Lab 09: from one layout to the other, through a tile in shared memory.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. README.md explains the
// tasks, lab.h the interface. A word is 4 bytes of shared memory, and holds one element.

#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = 128; // threads

// TODO(4): how many records a thread has. Work out how many bytes a block has under way before it waits, then
// try it. (about 3 lines)
#define RECORDS_A_THREAD 1 // replace
// END TODO(4)
constexpr int tile_records = block * RECORDS_A_THREAD; // a block changes so many records: its tile

// TODO(2): which word of the tile has element i, counted in the order of the records. 32 elements that are
// `fields` apart should be in as many banks as possible, for any number of fields; and each needs a word of its
// own. (about 1 line)
__host__ __device__ constexpr int place(int i) { return i; } // replace
// END TODO(2)

// TODO(3): how an element comes from global memory to its word of the tile, and how a thread waits for those
// that it has asked for. It should not wait for one before it asks for the next. (about 5 lines)
__device__ inline void bring(float* word, const float* element) { *word = *element; } // replace

__device__ inline void wait_for_own() {} // replace
// END TODO(3)

/// A block changes the layout of the records from `first` on: a tile of them, or as many as are left.
__global__ void __launch_bounds__(block) change_tile(LayoutArgs args) {
    // The host says how many words it has: place(elements of a whole tile).
    [[maybe_unused]] extern __shared__ float tile[];
    [[maybe_unused]] const std::int64_t first = std::int64_t{blockIdx.x} * tile_records;
    [[maybe_unused]] const int records =
        static_cast<int>(min(std::int64_t{tile_records}, args.count - first));

    // TODO(1): bring the tile's elements in from one layout, wait until all threads of the block have brought
    // theirs, and write them out in the other. On both sides neighbouring threads take what are neighbours in
    // that layout. (about 22 lines)
    // replace: as it stands, nothing is written
    // END TODO(1)
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
