// Lab 10: prefix sums, cascading: a thread, a warp, a block and the grid each do alone what they can.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. The kernel that puts
// them together stands behind them. README.md explains the tasks, lab.h the interface.
//
// What a thread scans alone is its run, and what a block scans at a time is a tile: the runs of all its
// threads, one behind the other. A tile lies in a slot in shared memory. A warp's part of it are the runs of
// its 32 lanes; the warp copies its own part in and out, and no other warp touches it.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024; // in a block
constexpr int warps = threads / 32;

// TODO(1): scans of a warp and of a block. scan_warp() returns to each lane the sum of its own x and those of
// all lanes before it. scan_block() returns to each thread the sum of the x of all threads before it, without
// its own, and sets `total` to the sum of all. All threads of a block call it, again and again. (about 22 lines)
__device__ inline unsigned int scan_warp(unsigned int x) { return x; } // replace: nothing is added

__device__ inline unsigned int scan_block(unsigned int x, unsigned int& total) { // replace
    total = x;                                                                   // replace: of one thread
    return 0;                                                                    // replace
} // replace
// END TODO(1)

// TODO(2): a run of several elements for each thread, and pieces of 16 bytes. scan_run() makes prefix sums of
// the thread's run, which it reads from its warp's part. put_run() writes them to where the run was, `before`
// added to each. store_part() copies the warp's part to `out`, from element `first` on, and nothing behind
// the end of the row. Short rows get short runs, so that every multiprocessor has a tile. (about 38 lines)
using Piece = unsigned int;  // replace: 4 bytes
constexpr int short_run = 1; // replace
constexpr int long_run = 1;  // replace

template <int run>                                                              // replace
__device__ inline void scan_run(const Piece* part, unsigned int (&sums)[run]) { // replace
    sums[0] = part[threadIdx.x % 32];                                           // replace: its one element
} // replace

template <int run>                                                                                  // replace
__device__ inline void put_run(Piece* part, const unsigned int (&sums)[run], unsigned int before) { // replace
    part[threadIdx.x % 32] = before + sums[0];                                                      // replace
} // replace

template <int run>                                                                            // replace
__device__ inline void store_part(const Piece* part, const ScanArgs& args, long long first) { // replace
    const long long i = first + threadIdx.x % 32;                                             // replace
    if (i < args.count) args.out[i] = part[threadIdx.x % 32];                                 // replace
} // replace
// END TODO(2)

constexpr int piece_elements = sizeof(Piece) / sizeof(unsigned int);

/// The piece of the row that begins with element @p i, on a boundary of 16 bytes; zeros behind the end.
__device__ inline Piece read_piece(const ScanArgs& args, long long i) {
    if (i + piece_elements <= args.count) return *reinterpret_cast<const Piece*>(args.in + i);
    Piece piece;
    auto* elements = reinterpret_cast<unsigned int*>(&piece);
#pragma unroll
    for (int e = 0; e < piece_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return piece;
}

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile: what is known of its sum
};

// TODO(3): one pass over the row. The state of a tile is 0 until its sum is known, and then `known` and the
// sum in one word. prepare() is called before the kernel starts. take_tile() returns the next tile for the
// block, publish() makes a tile's sum known to all blocks. sum_of_tiles() returns to every thread of the block
// the sum of tiles `first` to `end` - 1; it waits until all of these are known. (about 25 lines)
template <int run>                                                                            // replace
__global__ void __launch_bounds__(threads) sum_tiles(ScanArgs args, Scratch scratch) {        // replace
    const long long first = static_cast<long long>(blockIdx.x) * threads * run;               // replace
    unsigned int sum = 0;                                                                     // replace
#pragma unroll                                                                                // replace
    for (int piece = threadIdx.x; piece < threads * run / piece_elements; piece += threads) { // replace
        const Piece read = read_piece(args, first + piece * piece_elements);                  // replace
        for (int e = 0; e < piece_elements; ++e)                                              // replace
            sum += reinterpret_cast<const unsigned int*>(&read)[e];                           // replace
    }                                                                                         // replace
    unsigned int total = 0;                                                                   // replace
    scan_block(sum, total);                                                                   // replace
    if (threadIdx.x == 0) scratch.states[blockIdx.x] = total;                                 // replace
} // replace

template <int run> // replace: all sums, by a pass of their own
static void prepare(const ScanArgs& args, const Scratch& scratch, unsigned int tiles) { // replace
    sum_tiles<run><<<tiles, threads>>>(args, scratch);                                  // replace
    CUDA_CHECK_LAUNCH();                                                                // replace
} // replace

__device__ inline unsigned int take_tile(const Scratch&, unsigned int last) { // replace
    return last + gridDim.x;                                                  // replace
} // replace

__device__ inline void publish(const Scratch&, unsigned int, unsigned int) {} // replace: all are known

__device__ inline unsigned int sum_of_tiles(const Scratch& scratch, unsigned int first, // replace
                                            unsigned int end) {                         // replace
    unsigned int sum = 0;                                                               // replace
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads)          // replace
        sum += static_cast<unsigned int>(scratch.states[tile]);                         // replace
    unsigned int total = 0;                                                             // replace
    scan_block(sum, total);                                                             // replace
    return total;                                                                       // replace
} // replace
// END TODO(3)

// TODO(4): the next tile is under way while the block works on this one. begin_part() starts to copy the
// warp's part of a tile, elements `first` and behind, to its place in a slot; finish_part() waits until all
// of it is there, for all lanes of the warp. There are two slots then. (about 15 lines)
constexpr int slots = 1; // replace

template <int run>                                                       // replace
__device__ inline void begin_part(Piece*, const ScanArgs&, long long) {} // replace: not yet

template <int run>                                                                       // replace
__device__ inline void finish_part(Piece* part, const ScanArgs& args, long long first) { // replace
    __syncwarp(); // replace: nobody still reads the tile before
#pragma unroll    // replace
    for (int piece = threadIdx.x % 32; piece < 32 * run / piece_elements; piece += 32) // replace
        part[piece] = read_piece(args, first + piece * piece_elements);                // replace
    __syncwarp();                                                                      // replace
} // replace
// END TODO(4)

/// A block scans one tile after the other. It knows the sum of all elements up to the end of its own last
/// tile, so all it has to ask for are the sums of the tiles between that one and this.
template <int run> __global__ void __launch_bounds__(threads)
    scan_tiles(ScanArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ Piece shared[];
    __shared__ unsigned int taken[2];
    const unsigned int warp = threadIdx.x / 32;
    const auto part_of_turn = [&](int turn) {
        return shared + (turn % slots * warps + warp) * (32 * run / piece_elements);
    };
    const auto first_of_part = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * run);
    };

    if (threadIdx.x == 0) taken[1] = take_tile(scratch, blockIdx.x - gridDim.x);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_part<run>(part_of_turn(0), args, first_of_part(tile));
    unsigned int before = 0;  // the sum of all tiles before number `unknown`
    unsigned int unknown = 0; // the first tile that this block knows nothing of
    for (int turn = 0; tile < tiles; ++turn) {
        Piece* const part = part_of_turn(turn);
        finish_part<run>(part, args, first_of_part(tile));
        unsigned int sums[run];
        scan_run(part, sums);
        if (threadIdx.x == 0) taken[turn % 2] = take_tile(scratch, tile);
        unsigned int total = 0;
        const unsigned int threads_before = scan_block(sums[run - 1], total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        __syncthreads(); // everybody can read what is taken
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_part<run>(part_of_turn(turn + 1), args, first_of_part(next));

        before += sum_of_tiles(scratch, unknown, tile);
        put_run(part, sums, before + threads_before);
        __syncwarp();
        store_part<run>(part, args, first_of_part(tile));
        before += total;
        unknown = tile + 1;
        tile = next;
    }
}

/// Blocks of scan_tiles() that the device holds at once, each with @p bytes of shared memory for its slots.
template <int run> static unsigned int resident_blocks(int bytes) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(scan_tiles<run>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_tiles<run>, threads, bytes));
    return multiprocessors * blocks;
}

template <int run> static void scan_in_runs(const ScanArgs& args) {
    constexpr int bytes = slots * threads * run * static_cast<int>(sizeof(unsigned int));
    static const unsigned int resident =
        resident_blocks<run>(bytes); // asked once: that takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * run, args.count));
    prepare<run>(args, scratch, tiles);
    scan_tiles<run><<<std::min(tiles, resident), threads, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    if (args.count < 1 << 22) {
        scan_in_runs<short_run>(args);
    } else {
        scan_in_runs<long_run>(args);
    }
}
