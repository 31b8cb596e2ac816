// Through constant memory: a chunk of the atoms is copied there, and a kernel adds it to the potentials of the
// grid. All lanes read the same atom at the same time, the access that constant memory is made for, and eight
// points per thread share each read. Short chunks stay in the constant caches. Choose it where a block has too
// few threads to fill a tile.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 8; // per thread, all in one row, 32 columns apart
constexpr int rows = 4;   // rows of points per block, one per warp
constexpr int chunk = 64; // atoms in constant memory at once
__constant__ Atom atoms[chunk];

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

/// Adds the chunk's first @p count atoms to the potentials in the grid, or to zeros for the @p first chunk.
__global__ void __launch_bounds__(32 * rows) gather(PotentialArgs args, int count, bool first) {
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points];
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        const bool inside = row < args.height && column < args.width;
        sum[j] = inside && !first ? args.potential[row * args.width + column] : 0.0f;
    }
#pragma unroll 4
    for (int i = 0; i < count; ++i) {
        const Atom& atom = atoms[i];
        const float dy = y - atom.y;
        const float of_row = dy * dy + (atom.z * atom.z + SOFTENING * SOFTENING);
#pragma unroll
        for (int j = 0; j < points; ++j) {
            const float dx = x[j] - atom.x;
            sum[j] += atom.charge * inverse_root(dx * dx + of_row);
        }
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
    int first = 0;
    do { // at least once: without atoms every potential is 0
        const int count = args.count - first < chunk ? args.count - first : chunk;
        // A device-to-device copy in stream order: the host does not wait for it.
        if (count > 0)
            CUDA_CHECK(cudaMemcpyToSymbolAsync(atoms, args.atoms + first, count * sizeof(Atom), 0,
                                               cudaMemcpyDeviceToDevice));
        gather<<<grid, dim3(32, rows)>>>(args, count, first == 0);
        CUDA_CHECK_LAUNCH();
        first += chunk;
    } while (first < args.count);
}
