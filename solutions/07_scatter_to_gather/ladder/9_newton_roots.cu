// Lab 07, the ladder. NOTES.md has the sums and the measurements.
//   0_scatter           a block an atom, neighbouring lanes at neighbouring points
//   1_gather            a thread a point, which it alone writes
//   2_reciprocal_root   the root and the division in one
//   3_constant_memory   atoms through constant memory
//   4_shared_tiles      atoms through tiles in shared memory
//   5_approximate_root  the root as the hardware gives it
//   6_points_in_a_row   four points a thread
//   7_eight_points      eight points a thread
//   8_patches           two by two points a thread
// > 9_newton_roots      two roots of eight by multiply-adds   <- you are here
//
// Change:  from rung 7: of each eight roots, two are computed by multiply-adds: a first guess from the bits
//          of the number, and two Newton steps.
// Why:     the special-function unit takes 8 clocks for a root of a warp, and the scheduler has little more
//          than 4 instructions to issue in that time. The other slots are free. A root by multiply-adds takes
//          8 of them: a shift, a difference, four products and two multiply-adds. With a quarter of the roots
//          computed so, the unit is busy for 6 clocks an interaction, and the scheduler issues 6.4
//          instructions.
// Counter: instructions for each interaction: from 4.6 to 6.4. Of the limit: the roots are not all the
//          unit's.
// Costs:   it is hard to keep two units busy at once, and only a part of what the sum promises arrives
//          (NOTES.md). With one root of eight, or three, it is slower than with two.

#include "kernelsmith/check.h"
#include "lab.h"

/// 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

constexpr double first_scale = 0.703952253; // what is left out in the first step
/// And in both; the last factor shares out what the second step leaves, all of it on one side.
constexpr float root_scale = static_cast<float>(first_scale * first_scale * first_scale / 2 * 1.0000003);

/// 1 / sqrt(x) over root_scale, without the special-function unit. Halving the exponent, by a shift of the
/// float's bits, is a first guess, to 3.4 %. A Newton step makes y (1.5 - x y² / 2) of y, and of an error e
/// one of 1.5 e², always on the same side. Constants that share it out to both sides leave 6.5 of 10,000
/// after the first step (they are J. Kadlec's), and 5 of 10,000,000, or about 2^-21, after the second.
/// Factors of y are left out in both steps, and make up root_scale.
__device__ float scaled_root(float x) {
    float y = __int_as_float(0x5f1ffff9 - (__float_as_int(x) >> 1));
    y *= fmaf(-x, y * y, 2.38924456f);
    return y * fmaf(-x, y * y, static_cast<float>(3 / (first_scale * first_scale)));
}

constexpr int points = 8; // a thread
constexpr int rows = 8;   // of points a block; each is a warp's
constexpr int newton = 2; // of so many roots, those that are computed by multiply-adds
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² where z was
    const int first_column = blockIdx.x * points * 32 + threadIdx.x;
    const int row = blockIdx.y * rows + threadIdx.y;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size) {
            Atom atom = args.atoms[first + i];
            atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
            atoms[i] = atom;
        }
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < count; ++i) {
            const Atom atom = atoms[i];
            const float dy = y - atom.y;
            const float of_row = dy * dy + atom.z;
            const float scaled_charge = atom.charge * root_scale;
#pragma unroll
            for (int j = 0; j < points; ++j) {
                const float dx = x[j] - atom.x;
                const float squares = dx * dx + of_row;
                // Spread out over the points, so that neither of the two units has to wait for long.
                if (j * newton % points < newton) {
                    sum[j] += scaled_charge * scaled_root(squares);
                } else {
                    sum[j] += atom.charge * inverse_root(squares);
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int column = first_column + j * 32;
        if (column < args.width && row < args.height) args.potential[row * args.width + column] = sum[j];
    }
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 block(32, rows);
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
