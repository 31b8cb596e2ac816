// Lab 01: the best programs that lack a task. docs/results/shortcuts/01.txt has the values to time.
//
// TASK_1=0  no coalescing: the lanes of a warp do not access neighbouring addresses. A lane takes WIDE consecutive
//           columns, so with WIDE=8 it uses a sector of 32 bytes by itself. Gate: sectors per 128 bytes.
//             ORDER=0  the lanes of a warp are in 32 rows, one below another
//             ORDER=1  the lanes of a warp are in one row, WIDE columns apart; WIDE must be 8
// TASK_2=0  half of the warps: blocks of 32 threads, of which an SM holds 32; or BLOCK and ROWS that need too many
//           registers. Gate: occupancy.
// TASK_3=0  one load in flight per thread: each load comes after the store of the value before it. Gate: bytes in
//           flight. Loads of 16 bytes (WIDE=4) have the bytes of four loads, so they are the idea of task 3.
//
// ROWS      rows per thread
// WIDE      consecutive columns per thread: 1, in one load of 4 bytes; 4 or 8, in loads of 16 bytes
// BLOCK     threads per block
// BLOCKS    0: one block per tile of the matrix; otherwise this many blocks in a loop over the tiles
// ROOT      1: the root without the check of sqrtf() for zero, infinity and subnormals
// HINT      1: evict first, 2: a load brings 256 bytes to L2, 3: each lane prefetches one row of its warp to L2.
//           (3 has many bytes in flight, which are the idea of task 3. The gate counts loads, and no prefetches.)

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TASK_1
#define TASK_1 1
#endif
#ifndef TASK_2
#define TASK_2 1
#endif
#ifndef TASK_3
#define TASK_3 1
#endif
#ifndef ORDER
#define ORDER 0
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef WIDE
#define WIDE 1
#endif
#ifndef BLOCK
#define BLOCK (TASK_2 ? 256 : 32)
#endif
#ifndef BLOCKS
#define BLOCKS 0
#endif
#ifndef ROOT
#define ROOT 0
#endif
#ifndef HINT
#define HINT 0
#endif

constexpr bool down = !TASK_1 && ORDER == 0; // the lanes of a warp are in 32 rows
constexpr int vector = WIDE < 4 ? WIDE : 4;  // floats per load
constexpr int pieces = WIDE / vector;        // loads per row
constexpr int loads = ROWS * pieces;         // per thread
constexpr int row_step = down ? 32 : 1;      // from a row of a thread to its next
constexpr int block_rows = ROWS * row_step;  // of the tile of a block
constexpr int block_columns = BLOCK / row_step * WIDE;
static_assert(vector == 1 || vector == 4, "loads of 4 or 16 bytes");
static_assert(!TASK_1 || pieces == 1, "neighbouring lanes have neighbouring addresses");
static_assert(TASK_1 || ORDER == 0 || pieces > 1, "otherwise the lanes are neighbours");

struct alignas(4 * vector) Piece {
    float value[vector];
};

__device__ Piece load(const float* from) {
    Piece piece;
#if HINT == 1
    if constexpr (vector == 1) piece.value[0] = __ldcs(from);
#elif HINT == 2
    static_assert(vector == 1, "HINT=2 is for loads of 4 bytes");
    asm volatile("ld.global.L2::256B.f32 %0, [%1];" : "=f"(piece.value[0]) : "l"(from) : "memory");
#endif
    if (HINT == 0 || HINT == 3 || vector > 1) piece = *reinterpret_cast<const Piece*>(from);
    return piece;
}

__device__ void store(float* to, const Piece& piece) {
    if constexpr (HINT == 1 && vector == 1) {
        __stcs(to, piece.value[0]);
    } else {
        *reinterpret_cast<Piece*>(to) = piece;
    }
}

/// Returns the new value of an element. With ROOT, Markstein's correction of an approximate root.
__device__ float new_value(float v, int column) {
    if (!ROOT) return transformed(v, column);
    const float inverse = rsqrtf(v);
    const float root = v * inverse;
    return fmaf(fmaf(-root, root, v), 0.5f * inverse, root) + static_cast<float>(column % 2);
}

__device__ Piece new_values(Piece piece, int column) {
#pragma unroll
    for (int i = 0; i < vector; ++i) piece.value[i] = new_value(piece.value[i], column + i);
    return piece;
}

/// Transforms one tile, the (x, y)-th of the matrix.
__device__ void transform_tile(float* data, int width, int height, int x, int y) {
    const int thread = threadIdx.x;
    const int column = x * block_columns + (down ? thread / 32 : thread) * WIDE;
    const int first_row = y * block_rows + (down ? thread % 32 : 0);
    const std::size_t pitch = width;
    float* top = data + first_row * pitch + column;
    if (HINT == 3) {
        const int lane = thread % 32;
        const float* row = top - lane * WIDE + lane * pitch;
        if (lane < ROWS && first_row + lane < height && column - lane * WIDE < width)
            asm volatile("prefetch.global.L2 [%0];" ::"l"(row));
    }

    // The offset of the i-th piece of the thread.
    const auto offset = [pitch](int i) { return i / pieces * row_step * pitch + i % pieces * vector; };
    if (y * block_rows + block_rows <= height && column + WIDE <= width) {
#if TASK_3
        Piece piece[loads];
#pragma unroll
        for (int i = 0; i < loads; ++i) piece[i] = load(top + offset(i));
#pragma unroll
        for (int i = 0; i < loads; ++i)
            store(top + offset(i), new_values(piece[i], column + i % pieces * vector));
#else
#pragma unroll
        for (int i = 0; i < loads; ++i)
            store(top + offset(i), new_values(load(top + offset(i)), column + i % pieces * vector));
#endif
    } else {
        for (int i = 0; i < loads; ++i)
            if (first_row + i / pieces * row_step < height && column + i % pieces * vector < width)
                store(top + offset(i), new_values(load(top + offset(i)), column + i % pieces * vector));
    }
}

__global__ void __launch_bounds__(BLOCK) transform_tiles(float* data, int width, int height) {
    if (BLOCKS == 0) {
        transform_tile(data, width, height, blockIdx.x, blockIdx.y);
    } else {
        const unsigned across = (width + block_columns - 1) / block_columns;
        const unsigned tiles = across * ((height + block_rows - 1) / block_rows);
        for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x)
            transform_tile(data, width, height, tile % across, tile / across);
    }
}

extern "C" void transform(const TransformArgs& args) {
    for_each_band(args, [](const TransformArgs& band) {
        dim3 grid(groups_of(block_columns, band.width), groups_of(block_rows, band.height));
        if (BLOCKS > 0) grid = dim3(BLOCKS);
        transform_tiles<<<grid, BLOCK>>>(band.data, band.width, band.height);
        CUDA_CHECK_LAUNCH();
    });
}
