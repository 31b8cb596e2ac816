// With a block-wide cuda::pipeline: all threads are producers and consumers of three tiles in dynamic shared
// memory. Acquire, commit, wait and release order the accesses to a tile, without a barrier in the loop.
// Choose it where producers and consumers may become different threads one day.

#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int tile = 256; // atoms, one per thread
constexpr int stages = 3; // tiles in shared memory
constexpr int block_size = 32 * rows;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Returns the atom with z² + SOFTENING², which is the same for all points, in place of z.
__device__ Atom prepared(Atom atom) {
    atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
    return atom;
}

/// Adds an atom's shares to the sums of the points (x[j], y). @p atom has z² + SOFTENING² in place of z.
__device__ void add_atom(const Atom& atom, const float (&x)[points], float y, float (&sum)[points]) {
    const float dy = y - atom.y;
    const float of_row = dy * dy + atom.z;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const float dx = x[j] - atom.x;
        sum[j] += atom.charge * inverse_root(dx * dx + of_row);
    }
}

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    extern __shared__ Atom atoms[];                   // [stages][tile]
#pragma nv_diag_suppress static_var_with_dynamic_init // make_pipeline() replaces the constructor
    __shared__ State state;
    auto pipeline = cuda::make_pipeline(cg::this_thread_block(), &state);
    const int thread = threadIdx.y * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    const int tiles = (args.count + tile - 1) / tile;
    int brought = 0;
    for (int used = 0; used < tiles; ++used) {
        for (; brought < tiles && brought < used + stages; ++brought) {
            pipeline.producer_acquire();
            const int i = brought * tile + thread;
            if (i < args.count)
                cuda::memcpy_async(&atoms[brought % stages * tile + thread], &args.atoms[i],
                                   cuda::aligned_size_t<16>(sizeof(Atom)), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        const Atom* from = &atoms[used % stages * tile];
        const int count = min(tile, args.count - used * tile);
#pragma unroll 8
        for (int i = 0; i < count; ++i) add_atom(prepared(from[i]), x, y, sum);
        pipeline.consumer_release();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, dim3(32, rows), stages * tile * sizeof(Atom)>>>(args);
    CUDA_CHECK_LAUNCH();
}
