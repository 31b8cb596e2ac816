// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
// > 3_constant_memory   atoms from constant memory   <- you are here
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
//   9_newton_roots      two roots of eight by multiply-adds
//
// Change:  from rung 2: the kernel reads the atoms from constant memory, which holds 4096 of them (64 KB). For
//          more atoms it is launched once per 4096, and adds to the result of the previous launch.
// Why:     all lanes of a warp read the same atom at the same time, and constant memory is made for such
//          reads. The published programs for this problem used it, at a time when global loads had no
//          cache.
// Counter: loads from global memory: none are left. Loads per interaction: one, as before.
// Costs:   most of the speed. Constants have separate caches, which are small and made for a few values that a
//          kernel uses all the time. Warps traverse 64 KB, each at its own pace, and each evicts the lines that
//          another is about to read. CHUNK 128 is faster and 32 much faster, in spite of the many launches
//          that it takes, but still slower than rung 2 (NOTES.md). L1, from which rung 2 reads, holds all
//          atoms.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows = 8; // rows of points per block, one per warp
#ifndef CHUNK
#define CHUNK 4096 // atoms in constant memory at once; at most 4096
#endif
__constant__ Atom chunk[CHUNK];

/// Adds the chunk's first @p count atoms to the potentials in the grid, or to zeros for the @p first chunk.
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
        // A device-to-device copy in stream order: the host does not wait for it.
        if (count > 0)
            CUDA_CHECK(cudaMemcpyToSymbolAsync(chunk, args.atoms + first, count * sizeof(Atom), 0,
                                               cudaMemcpyDeviceToDevice));
        gather<<<grid, block>>>(args, count, first == 0);
        CUDA_CHECK_LAUNCH();
        first += CHUNK;
    } while (first < args.count);
}
