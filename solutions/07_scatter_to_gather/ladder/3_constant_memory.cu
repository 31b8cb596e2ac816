// Lab 07, the ladder. NOTES.md has the sums and the measurements.
//   0_scatter           a block an atom, neighbouring lanes at neighbouring points
//   1_gather            a thread a point, which it alone writes
//   2_reciprocal_root   the root and the division in one
// > 3_constant_memory   atoms through constant memory   <- you are here
//   4_shared_tiles      atoms through tiles in shared memory
//   5_approximate_root  the root as the hardware gives it
//   6_points_in_a_row   four points a thread
//   7_eight_points      eight points a thread
//   8_patches           two by two points a thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 2: the atoms come through constant memory, which holds 4096 of them (64 KB). For more,
//          the kernel runs once for each 4096, and adds to what the last run wrote.
// Why:     all lanes of a warp want the same atom at the same time, and that is what constant memory is made
//          for. This is how the published programs for this problem did it, at a time when global loads had
//          no cache.
// Counter: loads from global memory: gone. Loads an interaction: one, as before.
// Costs:   most of the speed. Constants come through caches of their own, made for a few values that a kernel
//          uses all the time, and small. Warps run through 64 KB, each at its own pace, and each evicts what
//          another is about to read. With CHUNK 128 it is faster, with 32 faster by far, for all the launches
//          that takes, and still slower than rung 2 (NOTES.md). L1, which rung 2 reads through, holds all
//          atoms.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8; // of points a block; each is a warp's
#ifndef CHUNK
#define CHUNK 4096 // atoms in constant memory at once; at most 4096
#endif
__constant__ Atom chunk[CHUNK];

/// Adds the chunk's first @p count atoms to what stands in the grid; the @p first chunk to zeros.
__global__ void gather(PotentialArgs args, int count, bool first) {
    const int column = blockIdx.x * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    if (column >= args.width || row >= args.height) return;

    const float x = column * args.spacing;
    const float y = row * args.spacing;
    float* to = &args.potential[row * args.width + column];
    float sum = first ? 0 : *to;
    for (int i = 0; i < count; ++i) {
        const Atom atom = chunk[i];
        const float dx = x - atom.x;
        const float dy = y - atom.y;
        sum += atom.charge * rsqrtf(dx * dx + dy * dy + atom.z * atom.z + SOFTENING * SOFTENING);
    }
    *to = sum;
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, rows);
    const dim3 grid(groups_of(32, args.width), groups_of(rows, args.height));
    int first = 0;
    do { // at least once: without atoms every potential is 0
        const int count = args.count - first < CHUNK ? args.count - first : CHUNK;
        // From the GPU to the GPU, in the order of the stream: the host does not wait for it.
        if (count > 0)
            CUDA_CHECK(cudaMemcpyToSymbolAsync(chunk, args.atoms + first, count * sizeof(Atom), 0,
                                               cudaMemcpyDeviceToDevice));
        gather<<<grid, block>>>(args, count, first == 0);
        CUDA_CHECK_LAUNCH();
        first += CHUNK;
    } while (first < args.count);
}
