// Lab 10, a variant: a segmented scan. Each value has a flag that says whether a segment begins there, and the
// sums restart with each segment. The operands are pairs of a flag and a sum; with the right operator the same
// kernels scan them as they scan sums, for segments of any length. Compared with a thread per segment, with CUB
// and the same operator, and with the plain scan: what do the pairs cost?
//
//   segmented [elements]
//
// Full size: 268435456

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <vector>

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include "kernelsmith/random.h"
#include "scan_bench.h"

namespace {

/// A sum, and whether a segment begins within its elements: then earlier elements no longer count.
struct Segmented {
    struct Value {
        unsigned sum;
        unsigned begins;
    };
    static constexpr int words = 2;
    static constexpr int second_bytes = 1;
    static __device__ Value identity() { return {0, 0}; }
    static __host__ __device__ Value join(Value earlier, Value later) {
        return {later.begins ? later.sum : earlier.sum + later.sum, earlier.begins | later.begins};
    }
    template <typename F> static __device__ Value each_word(Value x, F f) { return {f(x.sum), f(x.begins)}; }
    static __device__ Value element(const unsigned* vector, int i) {
        return {vector[i], vector[4] >> 8 * i & 1};
    }
    static __device__ unsigned result(Value prefix) { return prefix.sum; }
};

/// Whether a segment begins with element @p i. Segments have @p length elements on average; 0 means no segments.
KERNELSMITH_HOST_DEVICE unsigned char begins_at(long long i, long long length) {
    return length > 0 && kernelsmith::random_bits(2, i) >> 32 < (1ull << 32) / length;
}

KERNELSMITH_HOST_DEVICE unsigned value_at(long long i) {
    return static_cast<unsigned>(kernelsmith::random_bits(1, i));
}

__global__ void fill(unsigned* values, unsigned char* flags, long long count, long long length) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        values[i] = value_at(i);
        flags[i] = begins_at(i, length);
    }
}

/// A thread whose element begins a segment scans the segment alone; all other threads have nothing to do.
__global__ void walk_segments(Arrays arrays) {
    const auto* values = static_cast<const unsigned*>(arrays.in[0]);
    const auto* flags = static_cast<const unsigned char*>(arrays.in[1]);
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= arrays.count || (i > 0 && !flags[i])) return;
    unsigned sum = 0;
    do {
        sum += values[i];
        arrays.out[i] = sum;
        ++i;
    } while (i < arrays.count && !flags[i]);
}

void thread_for_each_segment(const Arrays& arrays) {
    walk_segments<<<groups_of(256, arrays.count), 256>>>(arrays);
    CUDA_CHECK_LAUNCH();
}

struct ReadPair {
    const unsigned* values;
    const unsigned char* flags;
    __host__ __device__ Segmented::Value operator()(long long i) const { return {values[i], flags[i]}; }
};

struct WriteSum {
    __host__ __device__ unsigned operator()(Segmented::Value pair) const { return pair.sum; }
};

struct JoinPairs {
    __host__ __device__ Segmented::Value operator()(Segmented::Value earlier, Segmented::Value later) const {
        return Segmented::join(earlier, later);
    }
};

/// CUB has scans by key, not by flag. But it accepts any operator, and any iterators for input and output.
void by_cub(const Arrays& arrays, kernelsmith::DeviceBuffer<unsigned char>& temporary) {
    const ReadPair read{static_cast<const unsigned*>(arrays.in[0]),
                        static_cast<const unsigned char*>(arrays.in[1])};
    const auto scan = [&](void* memory, std::size_t& bytes) {
        CUDA_CHECK(cub::DeviceScan::InclusiveScan(
            memory, bytes, thrust::make_transform_iterator(thrust::make_counting_iterator(0ll), read),
            thrust::make_transform_output_iterator(arrays.out, WriteSum{}), JoinPairs{},
            static_cast<int>(arrays.count)));
    };
    std::size_t bytes = 0;
    scan(nullptr, bytes);
    if (temporary.size() < bytes)
        temporary = kernelsmith::DeviceBuffer<unsigned char>(bytes); // in the first call
    scan(temporary.data(), bytes);
}

/// Average lengths of the segments; 0 is the plain scan, without segments.
constexpr long long lengths[] = {10, 1000, 100000, 0};
constexpr int columns = static_cast<int>(std::size(lengths));

/// A row of the table: a scan, and its results per column.
struct Row {
    const char* name;
    std::function<void(const Arrays&)> scan;
    double ms[columns] = {};
    bool right[columns] = {};
};

/// Fills the values and the flags of one column, and computes the expected results.
void prepare(ScanBench& bench, long long count, long long length) {
    // Past the last element as well: whole vectors are read.
    fill<<<1024, 256>>>(bench.first(), static_cast<unsigned char*>(bench.second()),
                        static_cast<long long>(bench.padded()), length);
    CUDA_CHECK_LAUNCH();
    std::vector<unsigned> expected(count);
    unsigned sum = 0;
    for (long long i = 0; i < count; ++i) {
        if (begins_at(i, length)) sum = 0;
        expected[i] = sum += value_at(i);
    }
    bench.expect(expected);
}

/// Adds the lab's scans with @p Operator.
template <typename Operator> void add_scans(std::vector<Row>& rows, ScanBench& bench) {
    const Scratch scratch = bench.scratch();
    rows.push_back(
        {"reduce, then scan", [=](const Arrays& arrays) { reduce_then_scan<Operator>(arrays, scratch); }});
    rows.push_back({"single pass, small tiles", [=](const Arrays& arrays) {
                        scan_in_one_pass<Operator, small_threads, small_vectors>(arrays, scratch);
                    }});
    if (!fits_large_tiles()) return;
    rows.push_back({"single pass, large tiles", [=](const Arrays& arrays) {
                        scan_in_one_pass<Operator, large_threads, large_vectors<Operator>>(arrays, scratch);
                    }});
}

/// Measures column by column, because the expected results take long to compute. Returns whether all were right.
bool measure(std::vector<Row>& rows, ScanBench& bench, long long count, int from, int to) {
    bool right = true;
    for (int column = from; column < to; ++column) {
        prepare(bench, count, lengths[column]);
        for (Row& row : rows) {
            row.right[column] = bench.first_wrong(row.scan, count) < 0;
            row.ms[column] = bench.median_ms([&] { row.scan(bench.arrays(count)); });
            right = right && row.right[column];
        }
    }
    return right;
}

void print(const std::vector<Row>& rows, int from, int to) {
    for (const Row& row : rows) {
        std::printf("%-28s", row.name);
        for (int column = from; column < to; ++column)
            std::printf("  %9.3f%s", row.ms[column], row.right[column] ? " " : "!");
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char** argv) try {
    const long long count = argc > 1 ? std::atoll(argv[1]) : 100003;
    ScanBench bench(count, Segmented::second_bytes);
    std::vector<Row> segmented{{"a thread per segment", thread_for_each_segment}};
    add_scans<Segmented>(segmented, bench);
    segmented.push_back(
        {"CUB, the same operator", [&](const Arrays& arrays) { by_cub(arrays, bench.temporary()); }});
    std::vector<Row> plain;
    add_scans<Sum>(plain, bench);
    bool right = measure(segmented, bench, count, 0, columns - 1);
    right = measure(plain, bench, count, columns - 1, columns) && right;

    std::printf("%lld elements, milliseconds\n%-28s", count, "segments of about");
    for (int column = 0; column < columns - 1; ++column) std::printf("  %9lld ", lengths[column]);
    std::printf("\n");
    print(segmented, 0, columns - 1);
    std::printf("%-28s  %9.3f\n\nplain sums\n", "a copy of as many bytes", bench.copy_ms(9));
    print(plain, columns - 1, columns);
    std::printf("%-28s  %9.3f\n", "a copy of as many bytes", bench.copy_ms(8));
    if (!right) std::printf("! is wrong\n");
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "segmented: %s\n", error.what());
    return 1;
}
