// Lab 07, the ladder. NOTES.md has the calculations and the measurements.
//   0_scatter           a block per atom, neighbouring lanes at neighbouring points
//   1_gather            a thread per point, the only one that writes it
//   2_reciprocal_root   the root and the division in one instruction
//   3_constant_memory   atoms from constant memory
//   4_shared_tiles      tiles of atoms in shared memory
//   5_approximate_root  the bare root instruction of the hardware
//   6_points_in_a_row   four points per thread
//   7_eight_points      eight points per thread
//   8_patches           two by two points per thread
// > 9_newton_roots      two roots of eight by multiply-adds   <- you are here
//
// Change:  from rung 7: two of every eight roots are computed by multiply-adds: a first guess from the bits
//          of the number, and two Newton steps.
// Why:     the special-function unit takes 8 cycles for a root of a warp, and the scheduler has little more
//          than 4 instructions to issue in that time. The other slots are free. A root by multiply-adds takes
//          8 of them: a shift, a difference, four products and two multiply-adds. With a quarter of the roots
//          computed this way, the unit is busy for 6 cycles per interaction, and the scheduler issues 6.4
//          instructions.
// Counter: instructions per interaction: from 4.6 to 6.4. Share of the limit: some roots no longer use the
//          unit.
// Costs:   it is hard to keep two units busy at once, and the rung reaches only a part of the calculated gain
//          (NOTES.md). With one root of eight, or three, it is slower than with two.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

constexpr double first_scale = 0.703952253; // the factor left out of the first step
/// The factor left out of both steps. Its 1.0000003 centres the error of the second step, which is one-sided.
constexpr float root_scale = static_cast<float>(first_scale * first_scale * first_scale / 2 * 1.0000003);

/// Returns 1 / sqrt(x) divided by root_scale, without the special-function unit. A shift of the float's bits halves
/// the exponent, a first guess to 3.4 %. A Newton step turns y into y (1.5 - x y² / 2), and an error e into
/// 1.5 e², always of the same sign. Constants that spread it over both signs leave 6.5 of 10,000 after the first
/// step (they are J. Kadlec's), and 5 of 10,000,000, or about 2^-21, after the second. Both steps leave out
/// factors of y, which make up root_scale.
__device__ float scaled_root(float x) {
    float y = __int_as_float(0x5f1ffff9 - (__float_as_int(x) >> 1));
    y *= fmaf(-x, y * y, 2.38924456f);
    return y * fmaf(-x, y * y, static_cast<float>(3 / (first_scale * first_scale)));
}

constexpr int points = 8; // per thread
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int newton = 2; // roots per thread and atom that are computed by multiply-adds
constexpr int tile = 256; // atoms in shared memory at once
constexpr int block_size = 32 * rows;

__global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Atom atoms[tile]; // with z² + SOFTENING² in place of z
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
                // Spread over the points, so that neither of the two units is idle for long.
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
