#pragma once

/// @file
/// Atoms with a cutoff, as in lab 07's variant: square cells, two ways to sort atoms by cell, and the gather from the
/// cells within reach.

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

#include <cub/device/device_scan.cuh>

#include "digit_kernels.h"
#include "kernelsmith/check.h"
#include "lab.h"

struct alignas(16) Atom {
    float x, y, z, charge;
};

constexpr float softening = 0.25f; // units; the minimum distance of an atom from a point
constexpr float spacing = 0.5f;    // distance of neighbouring points
constexpr float cutoff = 12;
constexpr float cell_side = 4;

/// Square cells over a square grid, in row-major order.
struct Cells {
    int side = 0; ///< cells per row, and number of rows

    /// The cell at coordinate @p v along an axis. Outside the grid it is the nearest cell; that moves no atom
    /// farther away from a point.
    __device__ int along(float v) const {
        return min(max(static_cast<int>(floorf(v / cell_side)), 0), side - 1);
    }
    __device__ int of(const Atom& atom) const { return along(atom.y) * side + along(atom.x); }
    __host__ __device__ int count() const { return side * side; }
};

/// Arguments of a binning: it writes the atoms cell by cell, and the begin of each cell, followed by the end of the last.
struct Binning {
    const Atom* atoms;
    Atom* sorted;
    Atom* spare; ///< a buffer for as many atoms
    int* begins;
    unsigned count;
    Cells cells;
    int* counts;            ///< one per cell
    int* cursors;           ///< one per cell
    unsigned* scratch;      ///< temporary memory of sort_by_digit() and of CUB's scan
    std::size_t scan_bytes; ///< bytes of `scratch` for CUB's scan
};

constexpr int bin_threads = 256;

// By atomics: the atoms of a cell are in the order of the atomics.

__global__ void count_atoms(Binning bin) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < bin.count) atomicAdd(&bin.counts[bin.cells.of(bin.atoms[i])], 1);
}

__global__ void place_atoms(Binning bin) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bin.count) return;
    const Atom atom = bin.atoms[i];
    bin.sorted[atomicAdd(&bin.cursors[bin.cells.of(atom)], 1)] = atom;
}

/// Exclusive scan of the counts by one block: the begin of each cell. Each thread has consecutive cells; the sums of the
/// threads are scanned in shared memory.
__global__ void add_up_in_a_block(const int* counts, int cells, int* begins) {
    extern __shared__ int sums[];
    const int threads = blockDim.x;
    const int cells_per_thread = (cells + threads - 1) / threads;
    const int first = min(static_cast<int>(threadIdx.x) * cells_per_thread, cells);
    const int last = min(first + cells_per_thread, cells);
    int sum = 0;
    for (int c = first; c < last; ++c) sum += counts[c];
    sums[threadIdx.x] = sum;
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        const int left = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
    }
    int begin = sums[threadIdx.x] - sum; // its own word: no other thread has written it since
    for (int c = first; c < last; ++c) {
        begins[c] = begin;
        begin += counts[c];
    }
    if (threadIdx.x == threads - 1) begins[cells] = sums[threadIdx.x];
}

/// How the counts are scanned.
enum class AddUp { one_block, whole_gpu };

template <AddUp way> void bin_by_atomics(const Binning& bin) {
    const int cells = bin.cells.count();
    const auto blocks = static_cast<unsigned>(groups_of(bin_threads, bin.count));
    CUDA_CHECK(cudaMemsetAsync(bin.counts, 0, (cells + 1) * sizeof(int)));
    count_atoms<<<blocks, bin_threads>>>(bin);
    CUDA_CHECK_LAUNCH();
    if (way == AddUp::one_block) {
        add_up_in_a_block<<<1, 1024, 1024 * sizeof(int)>>>(bin.counts, cells, bin.begins);
        CUDA_CHECK_LAUNCH();
    } else {
        std::size_t bytes = bin.scan_bytes;
        CUDA_CHECK(cub::DeviceScan::ExclusiveSum(bin.scratch, bytes, bin.counts, bin.begins, cells + 1));
    }
    CUDA_CHECK(cudaMemcpyAsync(bin.cursors, bin.begins, cells * sizeof(int), cudaMemcpyDeviceToDevice));
    place_atoms<<<blocks, bin_threads>>>(bin);
    CUDA_CHECK_LAUNCH();
}

// By digits of the cell's index, the last one first: the atoms of a cell keep their order.

/// Eight bits of the index of an atom's cell.
struct DigitOfCell {
    static constexpr int bits = 8;
    Cells cells;
    int first_bit;
    static __device__ Atom last() { return {INFINITY, INFINITY, 0, 0}; }
    __device__ unsigned operator()(const Atom& atom) const {
        return atom.x == INFINITY ? 255 : static_cast<unsigned>(cells.of(atom)) >> first_bit & 255;
    }
};

using AtomShape = Shape<256, 4, 4>;

/// Compares each atom with the previous one: the cells after the previous atom's, up to its own, begin here.
__global__ void mark_begins(Binning bin) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > bin.count) return;
    const int before = i > 0 ? bin.cells.of(bin.sorted[i - 1]) : -1;
    const int here = i < bin.count ? bin.cells.of(bin.sorted[i]) : bin.cells.count();
    for (int cell = before + 1; cell <= here; ++cell) bin.begins[cell] = static_cast<int>(i);
}

inline void bin_by_digits(const Binning& bin) {
    int passes = 1;
    while (bin.cells.count() > 1ll << 8 * passes) ++passes;
    const Atom* from = bin.atoms;
    for (int pass = 0; pass < passes; ++pass) {
        Atom* const to = (passes - pass) % 2 == 1 ? bin.sorted : bin.spare; // the last pass writes `sorted`
        sort_by_digit<AtomShape>(from, to, bin.count, DigitOfCell{bin.cells, 8 * pass}, bin.scratch);
        from = to;
    }
    mark_begins<<<groups_of(bin_threads, bin.count + 1ll), bin_threads>>>(bin);
    CUDA_CHECK_LAUNCH();
}

constexpr int patch = 32;                     // points per side of a block's square
constexpr int rows_of_block = 8;              // of the block's threads
constexpr int points = patch / rows_of_block; // per thread, in one column
constexpr int block_size = patch * rows_of_block;
constexpr int atom_tile = 256; // atoms in shared memory at once

/// A block computes patch x patch points. The atoms of neighbouring cells in a row are consecutive, so a block reads one
/// contiguous range of the sorted atoms per row of cells.
__global__ void __launch_bounds__(block_size)
    gather_near(const Atom* sorted, const int* begins, Cells cells, int side, float* result) {
    __shared__ Atom atoms[atom_tile];
    const int column = blockIdx.x * patch + threadIdx.x;
    const int first_row = blockIdx.y * patch + threadIdx.y;
    const float x = column * spacing;
    const float left = blockIdx.x * patch * spacing;
    const float top = blockIdx.y * patch * spacing;
    const float reach = (patch - 1) * spacing + cutoff;
    const int left_cell = cells.along(left - cutoff);
    const int right_cell = cells.along(left + reach);
    const int last_cell_row = cells.along(top + reach);

    float sum[points] = {};
    for (int cell_row = cells.along(top - cutoff); cell_row <= last_cell_row; ++cell_row) {
        const int end = begins[cell_row * cells.side + right_cell + 1];
        for (int first = begins[cell_row * cells.side + left_cell]; first < end; first += atom_tile) {
            const int count = min(atom_tile, end - first);
            const int mine = threadIdx.y * patch + threadIdx.x;
            if (mine < count) {
                Atom atom = sorted[first + mine];
                atom.z = atom.z * atom.z + softening * softening;
                atoms[mine] = atom;
            }
            __syncthreads();
            for (int i = 0; i < count; ++i) {
                const Atom atom = atoms[i];
                const float dx = x - atom.x;
                const float of_column = dx * dx + atom.z;
#pragma unroll
                for (int j = 0; j < points; ++j) {
                    const float dy = (first_row + j * rows_of_block) * spacing - atom.y;
                    const float squares = dy * dy + of_column;
                    const float factor = fmaxf(1 - squares * (1 / (cutoff * cutoff)), 0.0f);
                    sum[j] += atom.charge * rsqrtf(squares) * (factor * factor);
                }
            }
            __syncthreads();
        }
    }
#pragma unroll
    for (int j = 0; j < points; ++j) {
        const int row = first_row + j * rows_of_block;
        if (column < side && row < side) result[1ll * row * side + column] = sum[j];
    }
}
