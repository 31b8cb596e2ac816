// With a structure of arrays: the tile has an array per field of an atom, and one vector load of 16 bytes loads
// a field of four atoms. It takes as many loads as an array of structures. Choose it where the loop uses few of
// many fields, or where four atoms at once suit the arithmetic.

#include <concepts>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 8;   // rows of points per block, one per warp
constexpr int block_size = 32 * rows;

/// Atoms, with an array per field. Atoms without charge pad their number to a multiple of four.
template <int capacity> struct Fields {
    static constexpr int size = capacity;
    alignas(16) float x[capacity], y[capacity], rest[capacity], charge[capacity]; // rest is z² + SOFTENING²

    __device__ void set(int i, const Atom& atom) {
        x[i] = atom.x, y[i] = atom.y, charge[i] = atom.charge;
        rest[i] = atom.z * atom.z + SOFTENING * SOFTENING;
    }
};

template <typename T>
concept AtomTile = T::size % 4 == 0 && requires(T tile, int i, Atom atom) {
    tile.set(i, atom);
};

/// Loads a field of four neighbouring atoms at once.
__device__ float4 four(const float* field) { return *reinterpret_cast<const float4*>(field); }

/// Returns 1 / sqrt(x). No sum of squares with SOFTENING² is subnormal, so flushing to zero (ftz) loses nothing.
__device__ float inverse_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

template <AtomTile Tile> __global__ void __launch_bounds__(block_size) gather(PotentialArgs args) {
    __shared__ Tile atoms;
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    const auto add = [&](float of_x, float of_y, float rest, float charge) {
        const float dy = y - of_y;
        const float of_row = dy * dy + rest;
#pragma unroll
        for (int j = 0; j < points; ++j) {
            const float dx = x[j] - of_x;
            sum[j] += charge * inverse_root(dx * dx + of_row);
        }
    };
    for (int first = 0; first < args.count; first += Tile::size) {
        const int count = min(Tile::size, args.count - first), padded = (count + 3) / 4 * 4;
        for (int i = threadIdx.y * 32 + threadIdx.x; i < padded; i += block_size)
            atoms.set(i, i < count ? args.atoms[first + i] : Atom{});
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < padded; i += 4) {
            const float4 ax = four(&atoms.x[i]), ay = four(&atoms.y[i]);
            const float4 rest = four(&atoms.rest[i]), charge = four(&atoms.charge[i]);
            add(ax.x, ay.x, rest.x, charge.x);
            add(ax.y, ay.y, rest.y, charge.y);
            add(ax.z, ay.z, rest.z, charge.z);
            add(ax.w, ay.w, rest.w, charge.w);
        }
        __syncthreads();
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
    gather<Fields<512>><<<grid, dim3(32, rows)>>>(args);
    CUDA_CHECK_LAUNCH();
}
