// Lab 10, a variant: a linear recurrence, x[i] = a[i] x[i-1] + b[i], solved in parallel. Each x needs the previous
// one, and still it is a scan: element i is the map x -> a x + b, and the composition of two such maps is such a
// map again. Composition is associative, but not commutative: a scan that swaps two operands is right for sums
// and wrong here, and the check must detect it.
//
//   affine [elements]      two or more
//
// Full size: 268435456
//
// All values are modulo 2^32, so results are exact. Each a is odd: an even one shifts a bit of all earlier terms out
// of the word. After 32 of them nothing would be left of these terms, and no check could find a mistake in them.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "kernelsmith/random.h"
#include "scan_bench.h"

namespace {

constexpr int serial_divisor = 256; // the single thread gets count / serial_divisor elements

/// The map x -> a x + b.
struct Affine {
    struct Value {
        unsigned a;
        unsigned b;
    };
    static constexpr int words = 2;
    static constexpr int second_bytes = 4;
    static __device__ Value identity() { return {1, 0}; }
    /// First one map, then the other: later.a (earlier.a x + earlier.b) + later.b.
    static __host__ __device__ Value join(Value earlier, Value later) {
        return {later.a * earlier.a, later.a * earlier.b + later.b};
    }
    template <typename F> static __device__ Value each_word(Value x, F f) { return {f(x.a), f(x.b)}; }
    static __device__ Value element(const unsigned* vector, int i) { return {vector[i], vector[4 + i]}; }
    /// Before the first element x is 0.
    static __device__ unsigned result(Value prefix) { return prefix.b; }
};

/// A seeded mistake: the operands of the composition are swapped.
template <typename Operator> struct Swapped : Operator {
    using Value = typename Operator::Value;
    static __device__ Value join(Value earlier, Value later) { return Operator::join(later, earlier); }
};

KERNELSMITH_HOST_DEVICE unsigned a_at(long long i) {
    return static_cast<unsigned>(kernelsmith::random_bits(1, i)) | 1;
}

KERNELSMITH_HOST_DEVICE unsigned b_at(long long i) {
    return static_cast<unsigned>(kernelsmith::random_bits(2, i));
}

__global__ void fill(unsigned* a, unsigned* b, long long count) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        a[i] = a_at(i);
        b[i] = b_at(i);
    }
}

/// Solves the recurrence serially, element after element.
__global__ void solve_serially(Arrays arrays) {
    const auto* a = static_cast<const unsigned*>(arrays.in[0]);
    const auto* b = static_cast<const unsigned*>(arrays.in[1]);
    unsigned x = 0;
    for (long long i = 0; i < arrays.count; ++i) {
        x = a[i] * x + b[i];
        arrays.out[i] = x;
    }
}

void on_one_thread(const Arrays& arrays) {
    solve_serially<<<1, 1>>>(arrays);
    CUDA_CHECK_LAUNCH();
}

struct ReadMap {
    const unsigned* a;
    const unsigned* b;
    __host__ __device__ Affine::Value operator()(long long i) const { return {a[i], b[i]}; }
};

struct WriteResult {
    __host__ __device__ unsigned operator()(Affine::Value prefix) const { return prefix.b; }
};

struct JoinMaps {
    __host__ __device__ Affine::Value operator()(Affine::Value earlier, Affine::Value later) const {
        return Affine::join(earlier, later);
    }
};

void by_cub(const Arrays& arrays, kernelsmith::DeviceBuffer<unsigned char>& temporary) {
    const ReadMap read{static_cast<const unsigned*>(arrays.in[0]),
                       static_cast<const unsigned*>(arrays.in[1])};
    const auto scan = [&](void* memory, std::size_t& bytes) {
        CUDA_CHECK(cub::DeviceScan::InclusiveScan(
            memory, bytes, thrust::make_transform_iterator(thrust::make_counting_iterator(0ll), read),
            thrust::make_transform_output_iterator(arrays.out, WriteResult{}), JoinMaps{},
            static_cast<int>(arrays.count)));
    };
    std::size_t bytes = 0;
    scan(nullptr, bytes);
    if (temporary.size() < bytes)
        temporary = kernelsmith::DeviceBuffer<unsigned char>(bytes); // in the first call
    scan(temporary.data(), bytes);
}

/// Solves the recurrence on the host; add_up() does the sums of its a for comparison.
std::vector<unsigned> solve(long long count) {
    std::vector<unsigned> results(count);
    unsigned x = 0;
    for (long long i = 0; i < count; ++i) results[i] = x = a_at(i) * x + b_at(i);
    return results;
}

std::vector<unsigned> add_up(long long count) {
    std::vector<unsigned> results(count);
    unsigned sum = 0;
    for (long long i = 0; i < count; ++i) results[i] = sum += a_at(i);
    return results;
}

/// Prints one row of the table. Returns whether the results were right.
template <typename Scan> bool row(ScanBench& bench, const char* name, long long count, Scan scan) {
    const long long wrong = bench.first_wrong(scan, count);
    const double ms = bench.median_ms([&] { scan(bench.arrays(count)); });
    std::printf("%-31s  %10lld  %10.3f  %8.2f  ", name, count, ms, 1e-6 * count / ms);
    if (wrong < 0) {
        std::printf("right\n");
    } else {
        std::printf("wrong from element %lld\n", wrong);
    }
    return wrong < 0;
}

template <typename Operator> bool single_pass(ScanBench& bench, const char* name, long long count) {
    return row(bench, name, count, [&](const Arrays& arrays) {
        if (fits_large_tiles()) {
            scan_in_one_pass<Operator, large_threads, large_vectors<Operator>>(arrays, bench.scratch());
        } else {
            scan_in_one_pass<Operator, small_threads, small_vectors>(arrays, bench.scratch());
        }
    });
}

template <typename Operator> bool two_kernels(ScanBench& bench, const char* name, long long count) {
    return row(bench, name, count,
               [&](const Arrays& arrays) { reduce_then_scan<Operator>(arrays, bench.scratch()); });
}

bool measure(long long count) {
    ScanBench bench(count, Affine::second_bytes);
    fill<<<1024, 256>>>(bench.first(), static_cast<unsigned*>(bench.second()),
                        static_cast<long long>(bench.padded()));
    CUDA_CHECK_LAUNCH();

    std::printf("%-31s  %10s  %10s  %8s\n", "", "elements", "ms", "10^9/s");
    bench.expect(solve(count));
    bool right = row(bench, "one thread", std::max(1ll, count / serial_divisor), on_one_thread);
    right = two_kernels<Affine>(bench, "reduce, then scan", count) && right;
    right = single_pass<Affine>(bench, "single pass", count) && right;
    right = row(bench, "CUB, the same operator", count,
                [&](const Arrays& arrays) { by_cub(arrays, bench.temporary()); }) &&
            right;
    // The check must report these two as wrong.
    right = !two_kernels<Swapped<Affine>>(bench, "swapped: reduce, then scan", count) && right;
    right = !single_pass<Swapped<Affine>>(bench, "swapped: single pass", count) && right;
    const double copy_ms = bench.copy_ms(12);
    std::printf("%-31s  %10lld  %10.3f  %8.2f\n", "a copy of as many bytes", count, copy_ms,
                1e-6 * count / copy_ms);

    bench.expect(add_up(count));
    right = two_kernels<Sum>(bench, "sums: reduce, then scan", count) && right;
    right = single_pass<Sum>(bench, "sums: single pass", count) && right;
    // With sums, no check can detect the swap.
    right = single_pass<Swapped<Sum>>(bench, "sums, swapped: single pass", count) && right;
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    return measure(argc > 1 ? std::max(2ll, std::atoll(argv[1])) : 100003) ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "affine: %s\n", error.what());
    return 1;
}
