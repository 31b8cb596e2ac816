// Lab 10: prefix sums by cascading: a thread, a warp, a block and the grid each do alone what they can.
//
// You write the four regions from TODO to END TODO, in the order of their numbers. The kernel after them calls
// their functions. README.md explains the tasks, lab.h the interface.
//
// A thread scans `items_per_thread` consecutive elements: a blocked arrangement. The items of the 32 lanes of
// a warp are a warp tile, and the warp tiles of a block are a tile, which is held in a buffer in shared memory.
// Each warp copies its own warp tile in and out; no other warp accesses it. A "prefix" here is exclusive.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024; // per block
constexpr int warps = threads / 32;

// TODO(1): scans of a warp and of a block. scan_warp() returns the inclusive prefix sum of x over the lanes of
// the warp. scan_block() returns the exclusive prefix sum of x over the threads of the block, and sets `total`
// to the sum of all. All threads of a block call it, several times. (about 22 lines)
__device__ inline unsigned int scan_warp(unsigned int x) { return x; } // replace: nothing is added

__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total) { // replace
    total = x; // replace: the sum of one thread
    return 0;  // replace
} // replace
// END TODO(1)

// TODO(2): several items per thread, and vectors of 16 bytes. scan_thread_items() computes the inclusive prefix
// sums of the thread's items in the warp tile. store_thread_items() writes them back with `prefix` added.
// store_warp_tile() copies the warp tile to `out`, from element `first` on, but nothing past the end of the
// array. Short arrays get fewer items per thread, so that every multiprocessor has a tile. (about 38 lines)
using Vec4 = unsigned int;              // replace: one element
constexpr int min_items_per_thread = 1; // replace
constexpr int max_items_per_thread = 1; // replace

template <int items_per_thread>                                                    // replace
__device__ inline void scan_thread_items(const Vec4* warp_tile,                    // replace
                                         unsigned int (&sums)[items_per_thread]) { // replace
    sums[0] = warp_tile[threadIdx.x % 32]; // replace: the thread's one item
} // replace

template <int items_per_thread>                                                         // replace
__device__ inline void store_thread_items(Vec4* warp_tile,                              // replace
                                          const unsigned int (&sums)[items_per_thread], // replace
                                          unsigned int prefix) {                        // replace
    warp_tile[threadIdx.x % 32] = prefix + sums[0];                                     // replace
} // replace

template <int items_per_thread>                                                     // replace
__device__ inline void store_warp_tile(const Vec4* warp_tile, const ScanArgs& args, // replace
                                       long long first) {                           // replace
    const long long i = first + threadIdx.x % 32;                                   // replace
    if (i < args.count) args.out[i] = warp_tile[threadIdx.x % 32];                  // replace
} // replace
// END TODO(2)

constexpr int vector_elements = sizeof(Vec4) / sizeof(unsigned int);

/// Returns the vector of the input that starts at element @p i, a multiple of vector_elements; zeros past the end.
__device__ inline Vec4 read_vector(const ScanArgs& args, long long i) {
    if (i + vector_elements <= args.count) return *reinterpret_cast<const Vec4*>(args.in + i);
    Vec4 vector;
    auto* elements = reinterpret_cast<unsigned int*>(&vector);
#pragma unroll
    for (int e = 0; e < vector_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return vector;
}

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the index of the next tile to take
    unsigned long long* states; ///< one per tile: 0, or the published sum
};

// TODO(3): a single pass. The state of a tile is 0 until its sum is published, and then `tile_ready | sum` in
// one word. prepare() is called before the kernel starts. take_tile() returns the block's next tile, publish()
// publishes the sum of a tile to all blocks. look_back() waits until tiles `first` to `end` - 1 are published,
// and returns their sum to every thread of the block. (about 25 lines)
template <int items_per_thread>                                                              // replace
__global__ void __launch_bounds__(threads) sum_tiles(ScanArgs args, Scratch scratch) {       // replace
    const long long first = static_cast<long long>(blockIdx.x) * threads * items_per_thread; // replace
    unsigned int sum = 0;                                                                    // replace
#pragma unroll                                                                               // replace
    for (int vector = threadIdx.x; vector < threads * items_per_thread / vector_elements;    // replace
         vector += threads) {                                                                // replace
        const Vec4 read = read_vector(args, first + vector * vector_elements);               // replace
        for (int e = 0; e < vector_elements; ++e)                                            // replace
            sum += reinterpret_cast<const unsigned int*>(&read)[e];                          // replace
    }                                                                                        // replace
    unsigned int total = 0;                                                                  // replace
    scan_block(sum, total);                                                                  // replace
    if (threadIdx.x == 0) scratch.states[blockIdx.x] = total;                                // replace
} // replace

template <int items_per_thread> // replace: all sums, in a separate pass
static void prepare(const ScanArgs& args, const Scratch& scratch, unsigned int tiles) { // replace
    sum_tiles<items_per_thread><<<tiles, threads>>>(args, scratch);                     // replace
    CUDA_CHECK_LAUNCH();                                                                // replace
} // replace

__device__ inline unsigned int take_tile(const Scratch&, unsigned int last) { // replace
    return last + gridDim.x;                                                  // replace
} // replace

__device__ inline void publish(const Scratch&, unsigned int, unsigned int) {} // replace: all are complete

__device__ inline unsigned int look_back(const Scratch& scratch, unsigned int first, // replace
                                         unsigned int end) {                         // replace
    unsigned int sum = 0;                                                            // replace
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads)       // replace
        sum += static_cast<unsigned int>(scratch.states[tile]);                      // replace
    unsigned int total = 0;                                                          // replace
    scan_block(sum, total);                                                          // replace
    return total;                                                                    // replace
} // replace
// END TODO(3)

// TODO(4): double buffering: the next tile is in flight while the block works on this one. begin_load() starts
// to copy a warp tile, which begins at element `first`, to its buffer in shared memory. finish_load() waits
// until the copies of all lanes of the warp have arrived. Double buffering takes two buffers. (about 15 lines)
constexpr int buffers = 1; // replace

template <int items_per_thread>                                         // replace
__device__ inline void begin_load(Vec4*, const ScanArgs&, long long) {} // replace: not yet

template <int items_per_thread>                                                              // replace
__device__ inline void finish_load(Vec4* warp_tile, const ScanArgs& args, long long first) { // replace
    __syncwarp(); // replace: no lane still reads the previous tile
#pragma unroll    // replace
    for (int vector = threadIdx.x % 32; vector < 32 * items_per_thread / vector_elements; // replace
         vector += 32)                                                                    // replace
        warp_tile[vector] = read_vector(args, first + vector * vector_elements);          // replace
    __syncwarp();                                                                         // replace
} // replace
// END TODO(4)

/// A block scans one tile after the other. It knows the inclusive prefix of its own previous tile, so its
/// look-back covers only the tiles between that one and the current one.
template <int items_per_thread> __global__ void __launch_bounds__(threads)
    scan_tiles(ScanArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ Vec4 shared[];
    __shared__ unsigned int taken[2]; // two tickets: a slow warp may still be reading the previous one
    const unsigned int warp = threadIdx.x / 32;
    const auto warp_tile_of = [&](int iteration) {
        return shared + (iteration % buffers * warps + warp) * (32 * items_per_thread / vector_elements);
    };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * items_per_thread);
    };

    if (threadIdx.x == 0) taken[1] = take_tile(scratch, blockIdx.x - gridDim.x);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_load<items_per_thread>(warp_tile_of(0), args, first_element(tile));
    unsigned int tile_prefix = 0;    // the sum of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile whose sum is not in tile_prefix
    for (int iteration = 0; tile < tiles; ++iteration) {
        Vec4* const warp_tile = warp_tile_of(iteration);
        finish_load<items_per_thread>(warp_tile, args, first_element(tile));
        unsigned int sums[items_per_thread];
        scan_thread_items(warp_tile, sums);
        if (threadIdx.x == 0) taken[iteration % 2] = take_tile(scratch, tile);
        unsigned int total = 0;
        const unsigned int thread_prefix = scan_block(sums[items_per_thread - 1], total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        __syncthreads(); // all threads can read the ticket
        const unsigned int next = taken[iteration % 2];
        if (next < tiles)
            begin_load<items_per_thread>(warp_tile_of(iteration + 1), args, first_element(next));

        tile_prefix += look_back(scratch, lookback_begin, tile);
        store_thread_items(warp_tile, sums, tile_prefix + thread_prefix);
        __syncwarp();
        store_warp_tile<items_per_thread>(warp_tile, args, first_element(tile));
        tile_prefix += total;
        lookback_begin = tile + 1;
        tile = next;
    }
}

/// Resident blocks of scan_tiles() on the device, with @p bytes of shared memory per block for the buffers.
template <int items_per_thread> static unsigned int resident_blocks(int bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<items_per_thread>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes));
    CUDA_CHECK(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles<items_per_thread>, threads, bytes));
    return multiprocessors * blocks;
}

template <int items_per_thread> static void launch_scan(const ScanArgs& args) {
    constexpr int bytes = buffers * threads * items_per_thread * static_cast<int>(sizeof(unsigned int));
    static const unsigned int resident =
        resident_blocks<items_per_thread>(bytes); // queried once: a query takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * items_per_thread, args.count));
    prepare<items_per_thread>(args, scratch, tiles);
    scan_tiles<items_per_thread><<<std::min(tiles, resident), threads, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}

/// Returns how many KB of shared memory the device allows a block: 227 on compute capability 9.0, 163 on 8.0, 99 on 8.6.
static int shared_kb_per_block() {
    int device = 0;
    int bytes = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return bytes / 1024;
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    static const int shared_kb = shared_kb_per_block();
    if (shared_kb < 99) {
        launch_scan<vector_elements>(args);
    } else if (args.count < 1 << 22 || shared_kb < 227) {
        launch_scan<min_items_per_thread>(args);
    } else {
        launch_scan<max_items_per_thread>(args);
    }
}
