// Lab 11: of a long row of numbers, those that are below a bound, in their order.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. The kernel that puts
// them together stands behind them. README.md explains the tasks, lab.h the interface.
//
// The words are those of lab 10. A thread's elements, one behind the other, are its run; the runs of a warp
// are its part; what a block works on at a time is a tile, and it lies in a slot in shared memory. What comes
// from lab 10 as it is stands here as well: the scan of a warp, and how blocks tell each other their sums.

#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int threads = 1024; // in a block
constexpr int warps = threads / 32;
constexpr unsigned int all_lanes = 0xffffffff;

/// The sum of @p x of this lane and of all lanes before it.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += before;
    }
    return x;
}

/// The sum of @p x of all lanes, for each of them.
__device__ inline unsigned int sum_warp(unsigned int x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(all_lanes, x); // one instruction
#else
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
    return x;
#endif
}

// TODO(1): a place for each element that is kept. count_kept() returns how many of the thread's elements are
// below the bound. scan_counts() returns how many are kept by all threads of the block before this one, where
// this one keeps `count`, which is at most `run`; it sets `total` to what the whole block keeps. All threads of
// the block call it, and there is another barrier before they call it again. (about 26 lines)
template <int run>                                                       // replace: nothing is kept
__device__ inline unsigned int count_kept(const float (&)[run], float) { // replace
    return 0;                                                            // replace
} // replace

template <int run>                                                                    // replace
__device__ inline unsigned int scan_counts(unsigned int count, unsigned int& total) { // replace
    __syncthreads();                                                                  // replace
    total = count; // replace: of one thread
    return 0;      // replace
} // replace
// END TODO(1)

// TODO(2): a run of several elements for each thread, and pieces of 16 bytes. read_run() reads the thread's
// run from its warp's part. Short rows get short runs, so that every multiprocessor has a tile.
// (about 14 lines)
using Piece = float;         // replace: 4 bytes
constexpr int short_run = 1; // replace
constexpr int long_run = 1;  // replace

template <int run>                                                           // replace
__device__ inline void read_run(const Piece* part, float (&elements)[run]) { // replace
    elements[0] = part[threadIdx.x % 32];                                    // replace: its one element
} // replace
// END TODO(2)

constexpr int piece_elements = sizeof(Piece) / sizeof(float);
static_assert(short_run % piece_elements == 0 && long_run % piece_elements == 0,
              "A run has to consist of whole pieces.");

/// The piece of the row that begins with element @p i; behind the end stands what no bound keeps.
__device__ inline Piece read_piece(const CompactArgs& args, long long i) {
    if (i + piece_elements <= args.count) return *reinterpret_cast<const Piece*>(args.in + i);
    Piece piece;
    auto* elements = reinterpret_cast<float*>(&piece);
#pragma unroll
    for (int e = 0; e < piece_elements; ++e) elements[e] = i + e < args.count ? args.in[i + e] : INFINITY;
    return piece;
}

// TODO(3): the stage. put_kept() is called before the block knows what the tiles before keep: it puts what the
// thread keeps into `stage`, in shared memory, from `place` on, where `place` is what the threads before keep.
// store_kept() is called when the stage of the whole block is there: it writes the `total` elements of it to
// `out`, from `before` on. Neighbouring threads write neighbouring elements, and the 32 of a warp begin where
// a line of 128 bytes does. The thread's own run and place are not needed any more. (about 14 lines)
template <int run> // replace: there is no stage
__device__ inline void put_kept(float*, const float (&)[run], float, unsigned int) {} // replace

template <int run> // replace: each thread writes what it keeps itself
__device__ inline void store_kept(const CompactArgs& args, const float*,            // replace
                                  const float (&elements)[run], unsigned int place, // replace
                                  unsigned int before, unsigned int) {              // replace
    float* out = args.out + before + place;                                         // replace
#pragma unroll                                                                      // replace
    for (int i = 0; i < run; ++i)                                                   // replace
        if (elements[i] < args.bound) *out++ = elements[i];                         // replace
} // replace
// END TODO(3)

// TODO(4): the next tile is under way while the block works on this one. begin_part() starts to copy the
// warp's part of a tile, elements `first` and behind, to its place in a slot; finish_part() waits until all
// of it is there, for all lanes of the warp. There are two slots then. (about 15 lines)
constexpr int slots = 1; // replace

template <int run>                                                          // replace
__device__ inline void begin_part(Piece*, const CompactArgs&, long long) {} // replace: not yet

template <int run>                                                                          // replace
__device__ inline void finish_part(Piece* part, const CompactArgs& args, long long first) { // replace
    __syncthreads(); // replace: nobody still reads what lies in the slot
#pragma unroll       // replace
    for (int piece = threadIdx.x % 32; piece < 32 * run / piece_elements; piece += 32) // replace
        part[piece] = read_piece(args, first + piece * piece_elements);                // replace
    __syncwarp();                                                                      // replace
} // replace
// END TODO(4)

/// How `scratch` is used.
struct Scratch {
    unsigned int* ticket;       ///< the number of the first tile that nobody has taken
    unsigned long long* states; ///< one for each tile: 0, or `known` and how many the tile keeps
};

constexpr unsigned long long known = 1ULL << 32;

__device__ inline unsigned int take_tile(const Scratch& scratch) { return atomicAdd(scratch.ticket, 1U); }

__device__ inline void publish(const Scratch& scratch, unsigned int tile, unsigned int count) {
    __nv_atomic_store_n(&scratch.states[tile], known | count, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// What is known of a tile at this moment.
__device__ inline unsigned long long look(const Scratch& scratch, unsigned int tile) {
    return __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// A warp's share of what tiles @p first to @p end - 1 keep; waits until that is known. The thread has looked at the first
/// of its tiles already, and @p state is what it saw.
__device__ inline unsigned int kept_by_tiles(const Scratch& scratch, unsigned int first, unsigned int end,
                                             unsigned long long state) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += threads) {
        while (state < known) state = look(scratch, tile);
        sum += static_cast<unsigned int>(state);
        state = 0;
    }
    return sum_warp(sum);
}

/// A block works on one tile after the other. It knows how many are kept up to the end of its own last tile, so
/// all it has to ask for are the tiles between that one and this. While it waits for these, the tile lies in
/// registers, and its slot is free: that is where the stage is.
template <int run> __global__ void __launch_bounds__(threads)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ Piece shared[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int of_others[warps]; // what the warps have found of the tiles between
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto slot_of_turn = [&](int turn) {
        return shared + turn % slots * (threads * run / piece_elements);
    };
    const auto part_of_turn = [&](int turn) {
        return slot_of_turn(turn) + warp * (32 * run / piece_elements);
    };
    const auto first_of_part = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * run);
    };

    if (threadIdx.x == 0) taken[1] = take_tile(scratch);
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_part<run>(part_of_turn(0), args, first_of_part(tile));
    unsigned int before = 0;  // how many all tiles before number `unknown` keep
    unsigned int unknown = 0; // the first tile that this block knows nothing of
    for (int turn = 0; tile < tiles; ++turn) {
        if (threadIdx.x == 0) taken[turn % 2] = take_tile(scratch);
        finish_part<run>(part_of_turn(turn), args, first_of_part(tile));
        float elements[run];
        read_run(part_of_turn(turn), elements);
        unsigned int total = 0;
        const unsigned int threads_before = scan_counts<run>(count_kept(elements, args.bound), total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_part<run>(part_of_turn(turn + 1), args, first_of_part(next));

        // Looked at now, and used when the stage is there: what memory has to say is under way meanwhile.
        const unsigned int looked_at = unknown + threadIdx.x;
        const unsigned long long state = looked_at < tile ? look(scratch, looked_at) : 0;
        auto* const stage = reinterpret_cast<float*>(slot_of_turn(turn)); // all have read their runs
        put_kept(stage, elements, args.bound, threads_before);
        const unsigned int others = kept_by_tiles(scratch, unknown, tile, state);
        if (lane == 0) of_others[warp] = others;
        __syncthreads(); // the stage is there, and what the others keep
        before += sum_warp(of_others[lane]);
        store_kept(args, stage, elements, threads_before, before, total);
        before += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = before;
        unknown = tile + 1;
        tile = next;
    }
}

/// The multiprocessors of the device. A block of 1024 threads fits each of them, with @p bytes of shared memory, so all of
/// so many blocks run at the same time.
template <int run> static unsigned int multiprocessors(int bytes) {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles<run>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return count;
}

template <int run> static void compact_in_runs(const CompactArgs& args) {
    constexpr int bytes = slots * threads * run * static_cast<int>(sizeof(float));
    static const unsigned int most_blocks =
        multiprocessors<run>(bytes); // asked once: that takes longer than a launch
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(threads * run, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL))); // the ticket and the states
    compact_tiles<run><<<std::min(tiles, most_blocks), threads, bytes>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
    } else if (args.count < 1 << 21) {
        compact_in_runs<short_run>(args);
    } else {
        compact_in_runs<long_run>(args);
    }
}
