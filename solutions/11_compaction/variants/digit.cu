// Lab 11, a variant: one pass of a radix sort. A compaction has two bins, kept or not; here there are 256, one per
// value of an eight-bit digit, and a key goes after all keys with a smaller digit and after the earlier keys with the
// same digit. The pass must be stable: a sort by all four digits, the last one first, is right only if no pass undoes
// the order of the passes before it. The ladder ends with one pass of CUB.
//
//   digit [keys]
//
// Full size: 268435456
//
// Keys are read once to count digits, read again to be scattered, and written: 12 bytes per key.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <utility>
#include <vector>

#include <cub/device/device_radix_sort.cuh>

#include "bench.h"
#include "digit_kernels.h"
#include "digit_ladder.h"
#include "kernelsmith/random.h"

namespace {

/// A digit: some bits of a key.
template <int bit_count> struct DigitOfKey {
    static constexpr int bits = bit_count;
    int from_bit;
    static __host__ __device__ unsigned last() { return ~0u; }
    __host__ __device__ unsigned operator()(unsigned key) const {
        return key >> from_bit & ((1u << bits) - 1);
    }
};

using Digit = DigitOfKey<8>;
constexpr int first_bit = 8;
constexpr Digit digit = {first_bit};

/// As many items per thread as registers allow with two blocks per SM.
template <Peers peers, bool staged = true> using Large = Shape<384, 32, 2, peers, staged>;
using Final = Large<Peers::ptx>;

enum class Kind { random, skewed, one_digit };

KERNELSMITH_HOST_DEVICE unsigned key_at(long long i, Kind kind) {
    const auto key = static_cast<unsigned>(kernelsmith::random_bits(1, i));
    if (kind == Kind::skewed) return key & static_cast<unsigned>(kernelsmith::random_bits(2, i));
    if (kind == Kind::one_digit) return (key & ~0xff00u) | 0x4d00u;
    return key;
}

__global__ void fill(unsigned* keys, long long count, Kind kind) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
        keys[i] = key_at(i, kind);
}

/// The expected result, computed on the host.
std::vector<unsigned> sorted_by_digit(const std::vector<unsigned>& keys) {
    std::vector<std::size_t> positions(257);
    for (const unsigned key : keys) ++positions[digit(key) + 1];
    std::partial_sum(positions.begin(), positions.end(), positions.begin());
    std::vector<unsigned> sorted(keys.size());
    for (const unsigned key : keys) sorted[positions[digit(key)]++] = key;
    return sorted;
}

/// Whether the digits of @p got are in order; keys with the same digit may be in any order.
bool right_but_for_order(const std::vector<unsigned>& got, const std::vector<unsigned>& expected) {
    return std::equal(got.begin(), got.end(), expected.begin(),
                      [](unsigned a, unsigned b) { return digit(a) == digit(b); }) &&
           std::accumulate(got.begin(), got.end(), 0ull) ==
               std::accumulate(expected.begin(), expected.end(), 0ull);
}

class Trial {
public:
    explicit Trial(long long count)
        : bench_(count, std::max(scratch_words<Digit, Final>(count), table_words<Digit, Final>(count))),
          spare_(count) {
        CUDA_CHECK(by_cub(nullptr, cub_bytes_));
        cub_ = kernelsmith::DeviceBuffer<unsigned char>(cub_bytes_);
    }

    /// Prints the table. Returns whether all results were right.
    bool run() {
        std::vector<Row> unordered{{"an atomic per key: order is lost", [&] { by_atomics(); }}};
        std::vector<Row> rows{
            {"8 passes of 1 bit", [&] { passes<1>(); }},
            {"4 passes of 2 bits", [&] { passes<2>(); }},
            {"2 passes of 4 bits", [&] { passes<4>(); }},
            {"a table; match; from registers", [&] { by_table<Large<Peers::match, false>>(); }},
            {"a table; match; staged", [&] { by_table<Large<Peers::match>>(); }},
            {"a table; ballots; staged", [&] { by_table<Large<Peers::ballots>>(); }},
            {"a table; ballots in PTX; staged", [&] { by_table<Large<Peers::ptx>>(); }},
            {"single pass", [&] { single_pass<1>(); }},
            {"single pass; four states at a time", [&] { single_pass<4>(); }},
            {"CUB, one pass", [&] { CUDA_CHECK(by_cub(cub_.data(), cub_bytes_)); }},
        };
        bool right = true;
        for (const Kind kind : {Kind::random, Kind::skewed, Kind::one_digit}) {
            fill<<<blocks_for(bench_.count(), 256), 256>>>(bench_.in(), bench_.count(), kind);
            CUDA_CHECK_LAUNCH();
            const std::vector<unsigned> expected = sorted_by_digit(bench_.elements());
            bench_.expect(expected);
            right = add_column(rows, bench_) && right;
            add_column(unordered, bench_);
            unordered[0].right.back() = right_but_for_order(bench_.result(), expected);
            right = right && unordered[0].right.back();
        }
        std::printf("%lld keys, milliseconds\n%-38s  %9s   %9s   %9s\n", bench_.count(), "", "random",
                    "skewed", "one digit");
        print(unordered);
        print(rows);
        std::printf("%-38s  %9.3f\n", "a copy of as many bytes", bench_.copy_ms(12));
        return right;
    }

private:
    [[nodiscard]] unsigned count() const { return static_cast<unsigned>(bench_.count()); }

    void by_atomics() { sort_by_atomics(bench_.in(), bench_.out(), count(), digit, bench_.scratch()); }

    /// Sorts by the same eight bits, a few of them per pass, the last ones first.
    template <int bits> void passes() {
        const unsigned* from = bench_.in();
        unsigned* to = spare_.data();
        unsigned* other = bench_.out(); // the output of the last pass: their number is even
        for (int bit = 0; bit < 8; bit += bits) {
            sort_by_digit<Final>(from, to, count(), DigitOfKey<bits>{first_bit + bit}, bench_.scratch());
            from = to;
            std::swap(to, other);
        }
    }

    template <typename Shape> void by_table() {
        sort_by_table<Shape>(bench_.in(), bench_.out(), count(), digit, bench_.scratch());
    }

    template <int at_once> void single_pass() {
        sort_by_digit<Final, at_once>(bench_.in(), bench_.out(), count(), digit, bench_.scratch());
    }

    cudaError_t by_cub(void* memory, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(memory, bytes, bench_.in(), bench_.out(),
                                              static_cast<int>(bench_.count()), first_bit,
                                              first_bit + Digit::bits);
    }

    Bench<unsigned> bench_;
    kernelsmith::DeviceBuffer<unsigned> spare_;
    kernelsmith::DeviceBuffer<unsigned char> cub_;
    std::size_t cub_bytes_ = 0;
};

} // namespace

int main(int argc, char** argv) try {
    const long long count = argc > 1 ? std::atoll(argv[1]) : 100003;
    if (count < 1 || count >= 1 << 30) {
        std::fprintf(stderr, "usage: digit [keys], at least one and fewer than 2^30\n");
        return 2;
    }
    return Trial(count).run() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "digit: %s\n", error.what());
    return 1;
}
