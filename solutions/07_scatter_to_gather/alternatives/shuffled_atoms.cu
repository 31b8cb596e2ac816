// With shuffles: a warp's 32 lanes load an atom each and broadcast it, so neither shared memory nor a barrier is
// needed; a warp without points may return at once. A shuffle costs as much as a load from shared memory, so
// eight points per thread share it. Choose it where warps work on different lists of atoms.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 8; // per thread, all in one row, 32 columns apart
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr unsigned all_lanes = 0xffffffff;

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

__device__ Atom from_lane(const Atom& atom, int lane) {
    return {__shfl_sync(all_lanes, atom.x, lane), __shfl_sync(all_lanes, atom.y, lane),
            __shfl_sync(all_lanes, atom.z, lane), __shfl_sync(all_lanes, atom.charge, lane)};
}

__global__ void __launch_bounds__(32 * rows) gather(PotentialArgs args) {
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;
    if (row >= args.height) return; // uniform within the warp

    for (int first = 0; first < args.count; first += 32) {
        const int mine = first + threadIdx.x;
        // Atoms without charge, which add zero, pad the last 32.
        const Atom atom = prepared(mine < args.count ? args.atoms[mine] : Atom{});
#pragma unroll 8
        for (int lane = 0; lane < 32; ++lane) add_atom(from_lane(atom, lane), x, y, sum);
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
    gather<<<grid, dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
