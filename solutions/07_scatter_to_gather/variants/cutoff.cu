// Lab 07, a variant: a cutoff. Atoms farther than `cutoff` from a point contribute nothing to it, and a block
// of points does not even read them: the GPU first sorts the atoms into square cells, and a block visits only
// the cells within reach.
//
//   cutoff [smallest] [largest]     numbers of atoms, as powers of two
//
// Full size: 12 18
//
// The grid grows with the number of atoms, 16 points per atom, as it does for a larger sample of the same
// material. The time of the exact sum grows with points times atoms, sixteenfold for four times the atoms. With
// a cutoff each point has as many neighbours as before, and the time grows with the number of atoms.
//
// The potential has another definition: a term is charge / d · (1 - d² / cutoff²)² with d² = dx² + dy² + z² +
// SOFTENING², and 0 from the cutoff on. The factor lets it go to 0 smoothly; a term that is cut off at its
// full height leaves a step in the potential.
//
// Sorting by cells is a counting sort: count the atoms of each cell, scan the counts to get the begin of each
// cell, write each atom to its place. Cells of equal capacity would need only the last of these steps, a
// regular layout in exchange for padding; but atoms clump, and the fullest cell determines the capacity of all
// cells. The last columns have the cost of that layout. Here half of the atoms are in clumps of 64.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"
#include "lab.h"

// The exact sum. Its helpers are in a namespace; potential() is extern "C" and so still the function that lab.h
// declares.
namespace exact {
#include "../student.cu"
} // namespace exact

namespace {

using kernelsmith::DeviceBuffer;

constexpr float spacing = 0.5f;
constexpr float cutoff = 12;
constexpr float cell_side = 4;
constexpr int patch = 32;                     // side of a block's patch, in points
constexpr int rows_of_block = 8;              // rows of threads per block
constexpr int points = patch / rows_of_block; // per thread, all in one column
constexpr int block_size = patch * rows_of_block;
constexpr int tile = 256; // atoms in shared memory at once
constexpr int scan_threads = 1024;
constexpr int places = 100; // points that are compared with fp64

/// Square cells over a square grid, in row-major order.
struct Cells {
    int side = 0; // cells per row, and rows of cells

    /// Returns the index along an axis of the cell at coordinate @p v. Beyond the grid it is the nearest cell, so
    /// the cell of an atom is never farther from a point than the atom.
    __device__ int along(float v) const {
        return min(max(static_cast<int>(floorf(v / cell_side)), 0), side - 1);
    }
    __device__ int of(const Atom& atom) const { return along(atom.y) * side + along(atom.x); }
};

__global__ void count_atoms(const Atom* atoms, int count, Cells cells, int* counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) atomicAdd(&counts[cells.of(atoms[i])], 1);
}

/// Exclusive scan of the counts by one block: begins[c] and cursors[c] become the index of the first sorted atom of cell c,
/// begins[cells] the number of atoms. Each thread adds up a range of cells; shared memory holds the sums of the ranges.
__global__ void add_up(const int* counts, int cells, int* begins, int* cursors) {
    __shared__ int sums[scan_threads];
    const int stretch = (cells + scan_threads - 1) / scan_threads;
    const int first = min(static_cast<int>(threadIdx.x) * stretch, cells);
    const int last = min(first + stretch, cells);
    int sum = 0;
    for (int c = first; c < last; ++c) sum += counts[c];
    sums[threadIdx.x] = sum;
    for (int distance = 1; distance < scan_threads; distance *= 2) {
        __syncthreads();
        const int left = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += left;
    }
    int begin = sums[threadIdx.x] - sum; // no other thread writes this element
    for (int c = first; c < last; ++c) {
        begins[c] = begin;
        cursors[c] = begin;
        begin += counts[c];
    }
    if (threadIdx.x == scan_threads - 1) begins[cells] = sums[threadIdx.x];
}

__global__ void place_atoms(const Atom* atoms, int count, Cells cells, int* cursors, Atom* sorted) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const Atom atom = atoms[i];
    sorted[atomicAdd(&cursors[cells.of(atom)], 1)] = atom;
}

/// Each block computes patch x patch points. The atoms of neighbouring cells of a row are contiguous, so a block
/// reads one contiguous range of the sorted atoms per row of cells.
__global__ void __launch_bounds__(block_size)
    gather_near(const Atom* sorted, const int* begins, Cells cells, int side, float* result) {
    __shared__ Atom atoms[tile];
    const int column = blockIdx.x * patch + threadIdx.x;
    const int first_row = blockIdx.y * patch + threadIdx.y;
    const float x = column * spacing;
    const float left = blockIdx.x * patch * spacing, top = blockIdx.y * patch * spacing;
    const float reach = (patch - 1) * spacing + cutoff;
    const int left_cell = cells.along(left - cutoff), right_cell = cells.along(left + reach);
    const int last_cell_row = cells.along(top + reach);

    float sum[points] = {};
    for (int cell_row = cells.along(top - cutoff); cell_row <= last_cell_row; ++cell_row) {
        const int end = begins[cell_row * cells.side + right_cell + 1];
        for (int first = begins[cell_row * cells.side + left_cell]; first < end; first += tile) {
            const int count = min(tile, end - first);
            const int mine = threadIdx.y * patch + threadIdx.x;
            if (mine < count) {
                Atom atom = sorted[first + mine];
                atom.z = atom.z * atom.z + SOFTENING * SOFTENING;
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
        if (column < side && row < side) result[row * side + column] = sum[j];
    }
}

/// Returns atoms, half of them anywhere over the grid, half in clumps of 64.
std::vector<Atom> make_atoms(int count, float length) {
    std::vector<Atom> atoms;
    for (int i = 0; i < count; ++i) {
        const auto uniform = [&](int which, float low, float high) {
            return kernelsmith::random_uniform(7, 8 * std::uint64_t(i) + which, low, high);
        };
        Atom atom{uniform(0, 0, length), uniform(1, 0, length), uniform(2, -4, 4), uniform(3, -1, 1)};
        if (i % 2 == 1) {
            atom.x = kernelsmith::random_uniform(8, i / 128, 0, length) + uniform(4, -3, 3);
            atom.y = kernelsmith::random_uniform(9, i / 128, 0, length) + uniform(5, -3, 3);
        }
        atoms.push_back(atom);
    }
    return atoms;
}

/// The buffers and the measurements for one number of atoms.
class Trial {
public:
    explicit Trial(int count)
        : count_(count),
          side_(static_cast<int>(std::lround(4 * std::sqrt(count)))), cells_{static_cast<int>(std::ceil(
                                                                          side_ * spacing / cell_side))},
          cell_count_(cells_.side * cells_.side), host_(make_atoms(count, side_ * spacing)), atoms_(count),
          sorted_(count), counts_(cell_count_), begins_(cell_count_ + 1), cursors_(cell_count_),
          result_(static_cast<std::size_t>(side_) * side_) {
        atoms_.copy_from(host_);
    }

    /// Measures and prints a row of the table. Returns whether all compared points are right.
    bool run() {
        const float exact_ms = watch_.median_ms([&] {
            potential({atoms_.data(), result_.data(), side_, side_, count_, spacing});
        });
        bool right = is_right(false);
        CUDA_CHECK(cudaMemset(result_.data(), 0xff, result_.size() * sizeof(float))); // all NaN
        const float sort_ms = watch_.median_ms([&] { sort(); });
        const float gather_ms = watch_.median_ms([&] {
            const dim3 grid(groups_of(patch, side_), groups_of(patch, side_));
            gather_near<<<grid, dim3(patch, rows_of_block)>>>(sorted_.data(), begins_.data(), cells_, side_,
                                                              result_.data());
            CUDA_CHECK_LAUNCH();
        });
        right = is_right(true) && right;

        std::vector<int> counts(cell_count_);
        counts_.copy_to(counts);
        const int fullest = *std::max_element(counts.begin(), counts.end());
        const auto empty = std::count(counts.begin(), counts.end(), 0);
        std::printf("%8d %6d² %10.3f %10.3f %10.3f %8.1f %8d %8.0f %% %8.1f  %s\n", count_, side_, exact_ms,
                    sort_ms, gather_ms, exact_ms / (sort_ms + gather_ms), fullest,
                    100.0 * static_cast<double>(empty) / cell_count_,
                    static_cast<double>(fullest) * cell_count_ / count_, right ? "" : "WRONG");
        return right;
    }

private:
    void sort() {
        constexpr int threads = 256;
        CUDA_CHECK(cudaMemsetAsync(counts_.data(), 0, counts_.size() * sizeof(int)));
        count_atoms<<<groups_of(threads, count_), threads>>>(atoms_.data(), count_, cells_, counts_.data());
        CUDA_CHECK_LAUNCH();
        add_up<<<1, scan_threads>>>(counts_.data(), cell_count_, begins_.data(), cursors_.data());
        CUDA_CHECK_LAUNCH();
        place_atoms<<<groups_of(threads, count_), threads>>>(atoms_.data(), count_, cells_, cursors_.data(),
                                                             sorted_.data());
        CUDA_CHECK_LAUNCH();
    }

    /// Compares a hundred points with an fp64 sum over all atoms, with the cutoff's definition if @p cut.
    [[nodiscard]] bool is_right(bool cut) const {
        std::vector<float> got(result_.size());
        result_.copy_to(got);
        for (int place = 0; place < places; ++place) {
            const std::size_t index = kernelsmith::random_bits(3, place) % got.size();
            const double x = static_cast<double>(index % side_) * spacing;
            const double y = static_cast<double>(index / side_) * spacing;
            double sum = 0, magnitude = 0;
            for (const Atom& atom : host_) {
                const double squares = (x - atom.x) * (x - atom.x) + (y - atom.y) * (y - atom.y) +
                                       double{atom.z} * atom.z + double{SOFTENING} * SOFTENING;
                if (cut && squares >= cutoff * cutoff) continue;
                const double factor = cut ? 1 - squares / (cutoff * cutoff) : 1;
                const double term = atom.charge / std::sqrt(squares) * factor * factor;
                sum += term;
                magnitude += std::fabs(atom.charge) / std::sqrt(squares);
            }
            if (!(std::fabs(sum - got[index]) <= 2e-5 * magnitude)) return false;
        }
        return true;
    }

    int count_, side_;
    Cells cells_;
    int cell_count_;
    std::vector<Atom> host_;
    DeviceBuffer<Atom> atoms_, sorted_;
    DeviceBuffer<int> counts_, begins_, cursors_;
    DeviceBuffer<float> result_;
    kernelsmith::Stopwatch watch_{5, 0};
};

} // namespace

int main(int argc, char** argv) try {
    const int smallest = argc > 1 ? std::atoi(argv[1]) : 8;
    const int largest = argc > 2 ? std::atoi(argv[2]) : std::max(smallest, 10);
    if (smallest < 4 || largest > 20) {
        std::fprintf(stderr, "usage: cutoff [smallest] [largest], powers of two from 4 to 20\n");
        return 2;
    }
    std::printf(
        "milliseconds; a cutoff of %g units, cells of %g x %g\n%8s %8s %9s %10s %10s %8s %8s %10s %8s\n",
        cutoff, cell_side, cell_side, "atoms", "points", "exact", "sorting", "near", "faster", "fullest",
        "empty", "padding");
    bool right = true;
    for (int power = smallest; power <= largest; ++power) right = Trial(1 << power).run() && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "cutoff: %s\n", error.what());
    return 1;
}
