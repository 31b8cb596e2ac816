// With a functor: the kernel gathers over any kind of sources, and a type defines the layout of a source in
// shared memory and its contribution to a point. Choose it where forces, fields and potentials are gathered
// over the same atoms.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int points = 4; // per thread, all in one row, 32 columns apart
constexpr int rows = 16;  // rows of points per block, one per warp
constexpr int tile = 256; // sources in shared memory at once
constexpr int block_size = 32 * rows;

/// The softened potential of a charge. `Source` has the data of an atom in the tile, `Row` the values that all
/// points of a row share.
struct Softened {
    struct alignas(16) Source {
        float x, y, rest, charge;
    };
    struct Row {
        float x, squares, charge;
    };

    __device__ Source prepare(const Atom& atom) const {
        return {atom.x, atom.y, atom.z * atom.z + softening * softening, atom.charge};
    }
    __device__ Row of_row(const Source& source, float y) const {
        const float dy = y - source.y;
        return {source.x, dy * dy + source.rest, source.charge};
    }
    __device__ float operator()(const Row& row, float x) const {
        const float dx = x - row.x;
        return row.charge * rsqrtf(dx * dx + row.squares);
    }

    float softening;
};

/// Adds up the results of @p interaction for each point and all atoms, and passes each sum to @p write(row,
/// column, sum).
template <typename Interaction, typename Write>
__device__ void gather_with(const PotentialArgs& args, const Interaction& interaction, Write write) {
    __shared__ typename Interaction::Source sources[tile];
    const int row = blockIdx.y * rows + threadIdx.y;
    const int first_column = blockIdx.x * 32 * points + threadIdx.x;
    const float y = row * args.spacing;
    float x[points], sum[points] = {};
#pragma unroll
    for (int j = 0; j < points; ++j) x[j] = (first_column + j * 32) * args.spacing;

    for (int first = 0; first < args.count; first += tile) {
        const int count = min(tile, args.count - first);
        for (int i = threadIdx.y * 32 + threadIdx.x; i < count; i += block_size)
            sources[i] = interaction.prepare(args.atoms[first + i]);
        __syncthreads();
#pragma unroll 16
        for (int i = 0; i < count; ++i) {
            const auto of_row = interaction.of_row(sources[i], y);
#pragma unroll
            for (int j = 0; j < points; ++j) sum[j] += interaction(of_row, x[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < points; ++j) write(row, first_column + j * 32, sum[j]);
}

template <typename Interaction> __global__ void __launch_bounds__(block_size)
    gather(PotentialArgs args, Interaction interaction) {
    gather_with(args, interaction, [&](int row, int column, float sum) {
        if (row < args.height && column < args.width) args.potential[row * args.width + column] = sum;
    });
}

extern "C" void potential(const PotentialArgs& args) {
    if (args.width == 0 || args.height == 0) return;
    const dim3 grid(groups_of(32 * points, args.width), groups_of(rows, args.height));
    gather<<<grid, dim3(32, rows)>>>(args, Softened{SOFTENING});
    CUDA_CHECK_LAUNCH();
}
