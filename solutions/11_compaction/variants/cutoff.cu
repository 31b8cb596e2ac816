// Lab 11, a variant: lab 07's cutoff, end to end. Atoms farther than `cutoff` from a point contribute nothing to it; so
// atoms are sorted into square cells, and a block of points visits the cells within reach. Lab 07's variant counts the
// atoms of a cell and scatters them by atomics; in between, one block scans the counts. Here a radix sort by the cell's
// index, with digits of eight bits and stable passes, sorts the atoms. A cell begins where its index first occurs.
//
//   cutoff [smallest] [largest]     numbers of atoms, as powers of two
//
// Full size: 12 22
//
// The grid grows with the number of atoms, 16 points per atom. A term is charge / d · (1 - d² / cutoff²)² with
// d² = dx² + dy² + z² + softening², and 0 from the cutoff on. Half of the atoms are in clumps of 64.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <set>
#include <vector>

#include "cutoff_kernels.h"
#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int repeats = 5;
constexpr int samples = 50; // points that are compared with fp64

/// Half of the atoms anywhere over the grid, half in clumps of 64, unsorted.
std::vector<Atom> make_atoms(int count, float length) {
    std::vector<Atom> atoms;
    for (int i = 0; i < count; ++i) {
        const auto uniform = [&](int which, float low, float high) {
            return kernelsmith::random_uniform(7, 8 * std::uint64_t(i) + which, low, high);
        };
        Atom atom{uniform(0, 0, length), uniform(1, 0, length), uniform(2, -4, 4), uniform(3, -1, 1)};
        if (i % 2 == 1) {
            const int clump = i / 2 % std::max(1, count / 128);
            atom.x = kernelsmith::random_uniform(8, clump, 0, length) + uniform(4, -3, 3);
            atom.y = kernelsmith::random_uniform(9, clump, 0, length) + uniform(5, -3, 3);
        }
        atoms.push_back(atom);
    }
    return atoms;
}

/// The measurements for one number of atoms.
class Trial {
public:
    explicit Trial(int count)
        : count_(count),
          side_(static_cast<int>(std::lround(4 * std::sqrt(count)))), cells_{static_cast<int>(std::ceil(
                                                                          side_ * spacing / cell_side))},
          host_(make_atoms(count, side_ * spacing)), atoms_(count), sorted_(count), spare_(count),
          counts_(cells_.count() + 1), cursors_(cells_.count()), begins_(cells_.count() + 1),
          result_(static_cast<std::size_t>(side_) * side_) {
        atoms_.copy_from(host_);
        std::size_t scan_bytes = 0;
        CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, scan_bytes, counts_.data(), begins_.data(),
                                                 cells_.count() + 1));
        scratch_ = DeviceBuffer<unsigned>(
            std::max(scan_bytes / 4 + 1, scratch_words<DigitOfCell, AtomShape>(count)));
        bin_ = {atoms_.data(), sorted_.data(), spare_.data(),   begins_.data(),  static_cast<unsigned>(count),
                cells_,        counts_.data(), cursors_.data(), scratch_.data(), scan_bytes};
    }

    /// Prints a row of the table. Returns whether all checked results are right.
    bool run() {
        const auto lab_07 = [&] { bin_by_atomics<AddUp::one_block>(bin_); };
        const auto with_scan = [&] { bin_by_atomics<AddUp::whole_gpu>(bin_); };
        const auto stable = [&] { bin_by_digits(bin_); };
        bool right = is_right(lab_07);
        right = is_right(with_scan) && right;
        right = is_right(stable) && right;
        const std::size_t results_by_atomics = different_results(lab_07);
        const std::size_t results_by_digits = different_results(stable);
        right = right && results_by_digits == 1;
        std::printf("%8d %6d² %10.3f %10.3f %10.3f %10.3f %12.3f %10.3f %10zu %8zu  %s\n", count_, side_,
                    watch_.median_ms(lab_07), watch_.median_ms(with_scan), watch_.median_ms(stable),
                    watch_.median_ms([&] { gather(); }), watch_.median_ms([&] { lab_07(), gather(); }),
                    watch_.median_ms([&] { stable(), gather(); }), results_by_atomics, results_by_digits,
                    right ? "" : "WRONG");
        return right;
    }

private:
    void gather() {
        const dim3 grid(groups_of(patch, side_), groups_of(patch, side_));
        gather_near<<<grid, dim3(patch, rows_of_block)>>>(sorted_.data(), begins_.data(), cells_, side_,
                                                          result_.data());
        CUDA_CHECK_LAUNCH();
    }

    /// The potential with atoms sorted by @p bin. Results of earlier calls are overwritten before.
    [[nodiscard]] std::vector<float> potential(const std::function<void()>& bin) {
        CUDA_CHECK(cudaMemset(sorted_.data(), 0xff, sorted_.size() * sizeof(Atom)));
        CUDA_CHECK(cudaMemset(begins_.data(), 0, begins_.size() * sizeof(int)));
        CUDA_CHECK(cudaMemset(result_.data(), 0xff, result_.size() * sizeof(float))); // all NaN
        bin();
        gather();
        std::vector<float> got(result_.size());
        result_.copy_to(got);
        return got;
    }

    /// Number of different results in several runs.
    [[nodiscard]] std::size_t different_results(const std::function<void()>& bin) {
        std::set<std::uint64_t> results;
        for (int i = 0; i < repeats; ++i) {
            std::uint64_t all = 0; // a hash of all bits: equal for equal results
            for (const float value : potential(bin))
                all = kernelsmith::mix_bits(all + std::bit_cast<unsigned>(value));
            results.insert(all);
        }
        return results.size();
    }

    /// Compares some points with an fp64 sum over all atoms.
    [[nodiscard]] bool is_right(const std::function<void()>& bin) {
        const std::vector<float> got = potential(bin);
        for (int sample = 0; sample < samples; ++sample) {
            const std::size_t index = kernelsmith::random_bits(3, sample) % got.size();
            const double x = static_cast<double>(index % side_) * spacing;
            const double y = static_cast<double>(index / side_) * spacing;
            double sum = 0;
            double magnitude = 0;
            for (const Atom& atom : host_) {
                const double squares = (x - atom.x) * (x - atom.x) + (y - atom.y) * (y - atom.y) +
                                       double{atom.z} * atom.z + double{softening} * softening;
                if (squares >= cutoff * cutoff) continue;
                const double factor = 1 - squares / (cutoff * cutoff);
                sum += atom.charge / std::sqrt(squares) * factor * factor;
                magnitude += std::fabs(atom.charge) / std::sqrt(squares);
            }
            if (!(std::fabs(sum - got[index]) <= 2e-5 * magnitude)) return false;
        }
        return true;
    }

    int count_, side_;
    Cells cells_;
    std::vector<Atom> host_;
    DeviceBuffer<Atom> atoms_, sorted_, spare_;
    DeviceBuffer<int> counts_, cursors_, begins_;
    DeviceBuffer<unsigned> scratch_;
    DeviceBuffer<float> result_;
    kernelsmith::Stopwatch watch_{repeats, 0};
    Binning bin_{};
};

} // namespace

int main(int argc, char** argv) try {
    const int smallest = argc > 1 ? std::atoi(argv[1]) : 9;
    const int largest = argc > 2 ? std::atoi(argv[2]) : std::max(smallest, 11);
    if (smallest < 4 || largest > 22) {
        std::fprintf(stderr, "usage: cutoff [smallest] [largest], powers of two from 4 to 22\n");
        return 2;
    }
    std::printf(
        "milliseconds; a cutoff of %g units, cells of %g x %g\n%8s %8s  %s\n%8s %8s %9s %10s %10s %10s %12s "
        "%10s %10s %8s\n",
        cutoff, cell_side, cell_side, "", "", "sorting", "atoms", "points", "atomics", "and scan", "digits",
        "gather", "all, atomics", "digits", "results", "digits");
    bool right = true;
    for (int power = smallest; power <= largest; ++power) right = Trial(1 << power).run() && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "cutoff: %s\n", error.what());
    return 1;
}
