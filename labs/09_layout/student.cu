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
#define RECORDS_A_THREAD 1 // replace
// END TODO(4)
constexpr int tile_records = block * RECORDS_A_THREAD; // records per tile; each block changes one tile

// TODO(2): the index of the word for element i of the tile, counted in the order of the records. 32 elements that
// are `fields` apart should be in as many banks as possible, for any number of fields, and no two elements may
// share a word. (about 1 line)
__host__ __device__ constexpr int place(int i) { return i; } // replace
// END TODO(2)

// TODO(3): bring() copies an element from global memory to its word of the tile, and wait_for_own() waits for the
// copies of this thread. A thread should begin all of its copies before it waits. (about 5 lines)
__device__ inline void bring(float* word, const float* element) { *word = *element; } // replace

__device__ inline void wait_for_own() {} // replace
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
    // replace: the starter code writes nothing
    // END TODO(1)
}

extern "C" void change_layout(const LayoutArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    const std::size_t tile_bytes = place(tile_records * args.fields) * sizeof(float);
    change_tile<<<groups_of(tile_records, args.count), block, tile_bytes>>>(args);
    CUDA_CHECK_LAUNCH();
}
