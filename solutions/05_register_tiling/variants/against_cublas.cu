// Lab 05, a benchmark: cuBLAS, the last rung and the solution, timed by events on the GPU. `grader ladder` times
// whole calls, and a call of cuBLAS spends a good part of its time on the host before its kernel starts. Here
// each product is enqueued after a memset that empties the L2 cache; the memset takes longer than the host needs
// to enqueue the product.
//
//   against_cublas [n...]     sizes of square products
//
// Full size: 1024 2048 2049 4096
// Libraries: cublas

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

#include <cublas_v2.h>
#include <cuda_pipeline.h>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"
#include "lab.h"

// The lab's files define the same function, and helpers with the same names.
namespace sized_tiles {
#define multiply multiply_by_sized_tiles
#include "../ladder/9_sized_tiles.cu"
#undef multiply
} // namespace sized_tiles
namespace solution {
#define multiply multiply_by_solution
#include "../student.cu"
#undef multiply
} // namespace solution
namespace library {
#define multiply multiply_by_cublas
#include "../peers/cublas.cu"
#undef multiply
} // namespace library

namespace {

using kernelsmith::DeviceBuffer;

constexpr std::size_t places = 64; // elements of C that are compared with fp64

/// The matrices of one size.
struct Bench {
    explicit Bench(int size)
        : n(size), count(static_cast<std::size_t>(size) * size), a(count), b(count), c(count) {
        a.copy_from(entries(1));
        b.copy_from(entries(2));
    }

    [[nodiscard]] std::vector<float> entries(std::uint64_t seed) const {
        std::vector<float> values(count);
        for (std::size_t i = 0; i < count; ++i) values[i] = kernelsmith::random_uniform(seed, i, -1.0f, 1.0f);
        return values;
    }

    /// Median milliseconds of one product.
    template <typename Multiply> double median_ms(Multiply multiply) {
        CUDA_CHECK(cudaMemset(c.data(), 0xff, count * sizeof(float)));
        return watch.median_ms([&] { multiply(ProductArgs{a.data(), b.data(), c.data(), n, n, n}); });
    }

    /// Whether C is the product, within the precision of fp32, at a few elements.
    [[nodiscard]] bool right() const {
        std::vector<float> got(count);
        c.copy_to(got);
        for (std::size_t place = 0; place < places; ++place) {
            const std::size_t index = place == 0 ? count - 1 : kernelsmith::random_bits(3, place) % count;
            double sum = 0;
            for (int k = 0; k < n; ++k)
                sum +=
                    double{kernelsmith::random_uniform(1, index / n * n + k, -1.0f, 1.0f)} *
                    kernelsmith::random_uniform(2, static_cast<std::size_t>(k) * n + index % n, -1.0f, 1.0f);
            if (!(std::fabs(sum - got[index]) < 1e-6 * n)) return false;
        }
        return true;
    }

    int n;
    std::size_t count;
    DeviceBuffer<float> a;
    DeviceBuffer<float> b;
    DeviceBuffer<float> c;
    kernelsmith::Stopwatch watch{9};
};

/// Prints one row of the table. Returns whether all results were right.
bool measure(int n) {
    Bench bench(n);
    bool right = true;
    std::printf("%6d", n);
    for (auto* multiply : {library::multiply_by_cublas, sized_tiles::multiply_by_sized_tiles,
                           solution::multiply_by_solution}) {
        const double ms = bench.median_ms(multiply);
        right = bench.right() && right;
        std::printf("  %14.1f", 2.0 * n * n * n / ms * 1e-9);
    }
    std::printf("  %s\n", right ? "" : "wrong");
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    std::printf("TFLOP/s        cuBLAS   9_sized_tiles        solution\n");
    bool right = true;
    if (argc == 1) right = measure(256);
    for (int i = 1; i < argc; ++i) right = measure(std::atoi(argv[i])) && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "against_cublas: %s\n", error.what());
    return 1;
}
