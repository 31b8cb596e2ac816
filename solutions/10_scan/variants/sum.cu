// Lab 10, a variant: a reduction, the sum of all elements instead of a scan. The ladder starts with an atomic per
// element, continues with trees in shared memory and many items per thread, and ends with CUB and a kernel that only
// reads the same bytes. Then the same with floats, whose sum depends on the order: the error of each order, and
// whether it returns the same bits in each run.
//
//   sum [elements]
//
// Full size: 268435456

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <set>
#include <type_traits>
#include <vector>

#include <cub/device/device_reduce.cuh>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/random.h"
#include "kernelsmith/stopwatch.h"
#include "lab.h"
#include "sum_kernels.h"

namespace {

using kernelsmith::DeviceBuffer;

constexpr int repeats = 9;

/// Element @p i of the array: any unsigned int; or a float in [0, 1) with 24 bits, so that the sum in fp64 is exact.
template <typename T> KERNELSMITH_HOST_DEVICE T element_at(long long i) {
    const std::uint64_t bits = kernelsmith::random_bits(1, i);
    if constexpr (std::is_same_v<T, float>) return static_cast<float>(bits >> 40) * 0x1p-24f;
    return static_cast<T>(bits);
}

template <typename T> __global__ void fill(T* in, long long count) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i < count; i += stride) in[i] = element_at<T>(i);
}

/// The reductions by each method, with the array, the temporary memory and the timing that they share.
template <typename T> class Bench {
public:
    explicit Bench(long long count)
        : in_(count), out_(1), sums_(count / 128 + 4096), tickets_(1), temporary_(1 << 20) {
        int device = 0;
        int multiprocessors = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
        resident_ = static_cast<long long>(multiprocessors) * blocks_per_sm;
        fill<<<std::min(1024ll, groups_of(256, count)), 256>>>(in_.data(), count);
        CUDA_CHECK_LAUNCH();
    }

    void by_atomics(long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0, sizeof(T)));
        atomic_each<<<groups_of(tree_threads, count), tree_threads>>>(in_.data(), count, out_.data());
    }

    /// Calls @p tree on the elements and then on the partial sums, until one sum is left.
    template <typename Tree> void by_tree(Tree tree, int elements_each, long long count) {
        const T* from = in_.data();
        T* to = sums_.data();
        for (long long left = count;;) {
            const long long blocks = groups_of(elements_each, left);
            tree<<<blocks, tree_threads>>>(from, left, blocks == 1 ? out_.data() : to);
            CUDA_CHECK_LAUNCH();
            if (blocks == 1) return;
            from = to;
            to += blocks;
            left = blocks;
        }
    }

    void by_second_kernel(long long count) {
        const long long blocks = reduce_grid(count);
        reduce_each<<<blocks, reduce_threads>>>(in_.data(), count, sums_.data());
        CUDA_CHECK_LAUNCH();
        add_sums<<<1, reduce_threads>>>(sums_.data(), static_cast<int>(blocks), out_.data());
    }

    void by_block_atomics(long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0, sizeof(T)));
        reduce_each_atomic<<<reduce_grid(count), reduce_threads>>>(in_.data(), count, out_.data());
    }

    template <typename Join> void by_last_block(Join join, long long count) {
        CUDA_CHECK(cudaMemsetAsync(tickets_.data(), 0, sizeof(unsigned)));
        reduce_each_last_block<<<reduce_grid(count), reduce_threads>>>(in_.data(), count, sums_.data(),
                                                                       tickets_.data(), out_.data(), join);
    }

    void by_cub(long long count) {
        std::size_t bytes = temporary_.size();
        CUDA_CHECK(cub::DeviceReduce::Sum(temporary_.data(), bytes, in_.data(), out_.data(),
                                          static_cast<int>(count)));
    }

    /// Returns the result of @p sum, which is called once. The output is filled with garbage before.
    template <typename Sum> T result(Sum sum, long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0xff, sizeof(T)));
        sum(*this, count);
        CUDA_CHECK_LAUNCH();
        std::vector<T> got(1);
        out_.copy_to(got);
        return got[0];
    }

    /// Returns the median time of @p sum in milliseconds.
    template <typename Sum> double median_ms(Sum sum, long long count) {
        return watch_.median_ms([&] { sum(*this, count); });
    }

private:
    /// Returns the number of blocks: as many as are resident at once, but so few that each has at least two rounds.
    [[nodiscard]] long long reduce_grid(long long count) const {
        return std::min(resident_, groups_of(2 * 4 * vectors_per_thread * reduce_threads, count));
    }

    DeviceBuffer<T> in_;
    DeviceBuffer<T> out_;
    DeviceBuffer<T> sums_;
    DeviceBuffer<unsigned> tickets_;
    DeviceBuffer<unsigned char> temporary_;
    kernelsmith::Stopwatch watch_{repeats};
    long long resident_ = 0;
};

/// A row of the tables.
template <typename T> struct Method {
    const char* name;
    std::function<void(Bench<T>&, long long)> sum;
    bool same_order = true; ///< in each run
    bool few_floats = false;
};

template <typename T> std::vector<Method<T>> methods() {
    using B = Bench<T>;
    const auto tree = [](auto kernel, int elements) {
        return [=](B& bench, long long count) { bench.by_tree(kernel, elements, count); };
    };
    return {
        {"an atomic per element", [](B& b, long long n) { b.by_atomics(n); }, false, true},
        {"tree, lanes diverge", tree(tree_divergent<T>, tree_threads)},
        {"tree, bank conflicts", tree(tree_conflicts<T>, tree_threads)},
        {"tree, halves", tree(tree_halves<T>, tree_threads)},
        {"two elements at the load", tree(tree_two_each<T>, 2 * tree_threads)},
        {"shuffles", tree(shuffled<T>, 2 * tree_threads)},
        {"per-thread sums, 2nd kernel", [](B& b, long long n) { b.by_second_kernel(n); }},
        {"per-thread sums, atomics", [](B& b, long long n) { b.by_block_atomics(n); }, false},
        {"per-thread sums, last block", [](B& b, long long n) { b.by_last_block(Plus{}, n); }},
        {"CUB", [](B& b, long long n) { b.by_cub(n); }},
    };
}

/// Measures the ladder with unsigned ints. Returns whether all sums were right.
bool measure(long long count) {
    Bench<unsigned> bench(count);
    unsigned sum = 0;
    unsigned joined = 0;
    for (long long i = 0; i < count; ++i) {
        sum += element_at<unsigned>(i);
        joined ^= element_at<unsigned>(i);
    }
    const auto read = [](Bench<unsigned>& b, long long n) { b.by_last_block(Xor{}, n); };
    bool right = bench.result(read, count) == joined;
    const double reading = bench.median_ms(read, count);
    const double cub = bench.median_ms(methods<unsigned>().back().sum, count);

    std::printf("%11lld unsigned ints            ms    GB/s  of reading  of CUB\n", count);
    const auto print = [&](const char* name, double ms) {
        std::printf("%-27s %10.4f  %6.0f  %10.2f  %6.2f", name, ms, 4e-6 * count / ms, reading / ms,
                    cub / ms);
    };
    for (const auto& method : methods<unsigned>()) {
        const bool is_right = bench.result(method.sum, count) == sum;
        print(method.name, bench.median_ms(method.sum, count));
        std::printf("%s\n", is_right ? "" : "  WRONG");
        right = right && is_right;
    }
    print("reading alone", reading);
    std::printf("\n");
    return right;
}

/// The largest error of @p results, in units in the last place of the true sum as a float.
double worst_error(const std::set<float>& results, double exact) {
    const float rounded = static_cast<float>(exact);
    const double ulp = std::nextafter(rounded, HUGE_VALF) - rounded;
    double worst = 0;
    for (const float result : results) worst = std::max(worst, std::fabs(result - exact) / ulp);
    return worst;
}

/// Adds the same floats in each order. Returns whether all errors and bits are as expected.
bool compare_orders(long long count) {
    // Serial addition of floats below 1 stops at 2^24: from there on no term changes the sum.
    const long long few = std::min(count, 1ll << 24);
    Bench<float> bench(count);
    double exact_of_few = 0;
    double exact = 0;
    float in_order = 0;
    for (long long i = 0; i < count; ++i) {
        exact += element_at<float>(i);
        in_order += element_at<float>(i);
        if (i + 1 == few) exact_of_few = exact;
    }
    std::printf(
        "\nfloats                        elements           sum  off by, in ulp  different        ms\n");
    std::printf("%-27s %10lld  %12.1f  %14.1f\n", "one after the other, host", count, in_order,
                worst_error({in_order}, exact));
    bool right = true;
    for (const auto& method : methods<float>()) {
        const long long n = method.few_floats ? few : count;
        const double truth = method.few_floats ? exact_of_few : exact;
        std::set<float> results;
        for (int run = 0; run < repeats; ++run) results.insert(bench.result(method.sum, n));
        std::printf("%-27s %10lld  %12.1f  %14.1f  %9zu  %8.4f", method.name, n, *results.begin(),
                    worst_error(results, truth), results.size(), bench.median_ms(method.sum, n));
        // An addition rounds by at most 2^-24 of the sum. In a chain of n additions the rounding errors have
        // either sign, so they add up to about sqrt(n) of these; the longest chain is that of the atomics. The
        // bound allows 16 times as much.
        const double chain = method.few_floats ? n : 4096;
        bool is_right = method.same_order ? results.size() == 1 : true;
        for (const float result : results) {
            is_right = is_right && std::fabs(result - truth) <= 16 * std::sqrt(chain) * 0x1p-24 * truth;
        }
        std::printf("%s\n", is_right ? "" : "  WRONG");
        right = right && is_right;
    }
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    const long long count = argc > 1 ? std::max(1ll, std::atoll(argv[1])) : 100003;
    bool right = measure(count);
    right = compare_orders(count) && right;
    return right ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "sum: %s\n", error.what());
    return 1;
}
