// Lab 07: programs that lack a task. Without macros this is the solution's program, with all four tasks.
//
// TASK_1 0  No point has an owner: a block takes CHUNK atoms and adds its sums to the grid by atomics (gate: no
//           atomics on global memory). With CHUNK 1 this is the scatter of the earlier labs, with 4096 it has
//           one atomic per point, and is nearly a gather.
// TASK_2 0  Root and division are separate (gate: at most 1.12 instructions of the special-function unit per
//           interaction). ROOT 0: 1 / sqrtf(x); 1: two approximations; 2: approximated roots, and one reciprocal
//           for SHARED of them, of their product. NEWTON points per thread have a root by multiply-adds instead,
//           which relieves the unit.
// TASK_3 0  Every thread reads its atoms from global memory (gate: loads from global memory per interaction). AHEAD
//           atoms are loaded at once, into registers. PATCH rows of points per thread use an atom more often.
// TASK_4 0  Fewer than 4 points per thread, 1 by default (gate: loads per interaction).
//
// Further knobs: POINTS per thread, ROWS per block, TILE atoms in shared memory, UNROLL of the loop over a tile.

#include <cstddef>

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
#ifndef TASK_4
#define TASK_4 1
#endif
#ifndef CHUNK
#define CHUNK 256 // atoms per block, for TASK_1 0
#endif
#ifndef ROOT
#define ROOT (TASK_2 ? 3 : 0) // 3: rsqrt.approx.ftz
#endif
#ifndef SHARED
#define SHARED 4 // roots per reciprocal, for ROOT 2: 2 or 4
#endif
#ifndef NEWTON
#define NEWTON 0 // points per thread with a root by multiply-adds
#endif
#ifndef POINTS
#define POINTS (TASK_4 ? 4 : 1) // per thread, all in one row
#endif
#ifndef PATCH
#define PATCH 1 // rows of such points per thread
#endif
#ifndef ROWS
#define ROWS 16 // warps per block, each with PATCH rows
#endif
#ifndef TILE
#define TILE 256 // atoms in shared memory at once
#endif
#ifndef AHEAD
#define AHEAD 1 // atoms that are loaded at once, for TASK_3 0
#endif
#ifndef UNROLL
#define UNROLL 16 // atoms per iteration of the unrolled loop
#endif

constexpr int block_size = 32 * ROWS;
constexpr int unroll = UNROLL; // for #pragma unroll, which does not expand macros
constexpr int all_points = PATCH * POINTS;
constexpr int shared_roots = ROOT == 2 ? SHARED : 1;
static_assert(block_size <= 1024 && TILE * sizeof(Atom) <= 48 * 1024);
static_assert((all_points - NEWTON) % shared_roots == 0, "whole groups of roots");

#define APPROXIMATION(name, instruction)                               \
    __device__ float name(float x) {                                   \
        float y;                                                       \
        asm(instruction ".approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); \
        return y;                                                      \
    }
APPROXIMATION(approximate_inverse_root, "rsqrt")
APPROXIMATION(approximate_root, "sqrt")
APPROXIMATION(approximate_inverse, "rcp")

/// 1 / sqrt(x) by multiply-adds: a first guess from the bits of x, and two Newton steps, as in rung 9 of the ladder.
__device__ float newton_root(float x) {
    constexpr double first_scale = 0.703952253;
    float y = __int_as_float(0x5f1ffff9 - (__float_as_int(x) >> 1));
    y *= fmaf(-x, y * y, 2.38924456f);
    y *= fmaf(-x, y * y, static_cast<float>(3 / (first_scale * first_scale)));
    return y * static_cast<float>(first_scale * first_scale * first_scale / 2 * 1.0000003);
}

/// Turns each of @p count squares into 1 / sqrt(square).
template <int count> __device__ void inverse_roots(float* x) {
    if (ROOT == 2) {
        float before[count], product = 1; // of the roots before this one
#pragma unroll
        for (int i = 0; i < count; ++i) {
            x[i] = approximate_root(x[i]);
            before[i] = product;
            product = i == 0 ? x[0] : product * x[i];
        }
        float inverse = approximate_inverse(product); // of the roots up to this one
#pragma unroll
        for (int i = count - 1; i >= 0; --i) {
            const float root = x[i];
            x[i] = i == 0 ? inverse : inverse * before[i];
            inverse *= root;
        }
    } else {
        *x = ROOT == 0   ? 1.0f / sqrtf(*x)
             : ROOT == 1 ? approximate_inverse(approximate_root(*x))
                         : approximate_inverse_root(*x);
    }
}

/// Adds the shares of an atom, which has z² + SOFTENING² in place of z, to the thread's points (x[j], y[i]).
__device__ void add_atom(Atom atom, const float* x, const float* y, float* sum) {
    float roots[all_points];
#pragma unroll
    for (int i = 0; i < PATCH; ++i) {
        const float dy = y[i] - atom.y;
        const float of_row = dy * dy + atom.z;
#pragma unroll
        for (int j = 0; j < POINTS; ++j) {
            const float dx = x[j] - atom.x;
            roots[i * POINTS + j] = dx * dx + of_row;
        }
    }
#pragma unroll
    for (int j = 0; j < NEWTON; ++j) roots[j] = newton_root(roots[j]);
#pragma unroll
    for (int j = NEWTON; j < all_points; j += shared_roots) inverse_roots<shared_roots>(&roots[j]);
#pragma unroll
    for (int j = 0; j < all_points; ++j) sum[j] += atom.charge * roots[j];
}

__device__ Atom prepared(Atom atom) {
    atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
    return atom;
}

/// Adds the shares of atoms @p begin to @p end to the thread's points. All threads of the block call it.
__device__ void add_atoms(const PotentialArgs& args, int begin, int end, const float* x, const float* y,
                          float* sum) {
#if TASK_3
    __shared__ Atom tile[TILE];
    for (int first = begin; first < end; first += TILE) {
        const int count = min(TILE, end - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size)
            tile[i] = prepared(args.atoms[first + i]);
        __syncthreads();
#pragma unroll unroll
        for (int i = 0; i < count; ++i) add_atom(tile[i], x, y, sum);
        __syncthreads();
    }
#else
    // While AHEAD atoms are used, the next are in flight.
    Atom next[AHEAD];
    const auto load = [&](int first) {
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) {
            const float4 four = __ldg(reinterpret_cast<const float4*>(args.atoms) + min(first + i, end - 1));
            next[i] = {four.x, four.y, four.z, four.w};
        }
    };
    if (begin >= end) return;
    load(begin);
    int first = begin;
#pragma unroll unroll
    for (; first + AHEAD <= end; first += AHEAD) {
        Atom now[AHEAD];
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) now[i] = next[i];
        if (AHEAD > 1) load(first + AHEAD);
#pragma unroll
        for (int i = 0; i < AHEAD; ++i) add_atom(prepared(AHEAD > 1 ? now[i] : args.atoms[first]), x, y, sum);
    }
    for (; first < end; ++first) add_atom(prepared(args.atoms[first]), x, y, sum);
#endif
}

__global__ void __launch_bounds__(block_size) add_potential(PotentialArgs args) {
    const int first_row = blockIdx.y * ROWS * PATCH + threadIdx.y;
    const int first_column = blockIdx.x * POINTS * 32 + threadIdx.x;
    float x[POINTS], y[PATCH], sum[all_points] = {};
#pragma unroll
    for (int j = 0; j < POINTS; ++j) x[j] = (first_column + j * 32) * args.spacing;
#pragma unroll
    for (int i = 0; i < PATCH; ++i) y[i] = (first_row + i * ROWS) * args.spacing;
    // Without owners blockIdx.z is a chunk of atoms, and other blocks add to the same points.
    const int begin = TASK_1 ? 0 : blockIdx.z * CHUNK;
    const int end = TASK_1 ? args.count : min(begin + CHUNK, args.count);
    add_atoms(args, begin, end, x, y, sum);
#pragma unroll
    for (int j = 0; j < all_points; ++j) {
        const int row = first_row + j / POINTS * ROWS, column = first_column + j % POINTS * 32;
        if (row >= args.height || column >= args.width) continue;
        float* point = &args.potential[row * args.width + column];
        if (TASK_1)
            *point = sum[j];
        else
            atomicAdd(point, sum[j]);
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, ROWS);
    dim3 grid(groups_of(32 * POINTS, args.width), groups_of(ROWS * PATCH, args.height));
    if (!TASK_1) {
        CUDA_CHECK(cudaMemsetAsync(args.potential, 0, sizeof(float) * args.width * args.height));
        if (args.count == 0) return;
        grid.z = groups_of(CHUNK, args.count);
    }
    add_potential<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
