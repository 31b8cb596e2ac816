// Lab 10, a variant: the sum of all elements, one number in place of a scan's many. The ladder goes from an
// atomic for each element over trees in shared memory to a run for each thread, and ends beside CUB and beside
// a kernel that reads the same bytes and does next to nothing with them. Then the same with floats, whose sum
// depends on the order: how far each order is from the true sum, and whether it gives the same bits again.
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

/// Element @p i of the array: any unsigned int; or a float in [0, 1) with 24 bits, so that their sum in fp64 is
/// exact.
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

/// The elements, and the memory that a sum needs.
template <typename T> class Bench {
public:
    explicit Bench(long long count)
        : in_(count), out_(1), sums_(count / 128 + 4096), tickets_(1), temporary_(1 << 20) {
        int device = 0;
        int multiprocessors = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
        resident_ = static_cast<long long>(multiprocessors) * run_blocks;
        fill<<<std::min(1024ll, groups_of(256, count)), 256>>>(in_.data(), count);
        CUDA_CHECK_LAUNCH();
    }

    void by_atomics(long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0, sizeof(T)));
        atomic_each<<<groups_of(tree_threads, count), tree_threads>>>(in_.data(), count, out_.data());
    }

    /// Again and again, each time on the sums that are left, until the last one is the result.
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

    void by_runs(long long count) {
        const long long blocks = run_grid(count);
        run_each<<<blocks, run_threads>>>(in_.data(), count, sums_.data());
        CUDA_CHECK_LAUNCH();
        add_sums<<<1, run_threads>>>(sums_.data(), static_cast<int>(blocks), out_.data());
    }

    void by_runs_and_atomics(long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0, sizeof(T)));
        run_each_atomic<<<run_grid(count), run_threads>>>(in_.data(), count, out_.data());
    }

    template <typename Join> void by_last_block(Join join, long long count) {
        CUDA_CHECK(cudaMemsetAsync(tickets_.data(), 0, sizeof(unsigned)));
        run_each_last_block<<<run_grid(count), run_threads>>>(in_.data(), count, sums_.data(),
                                                              tickets_.data(), out_.data(), join);
    }

    void by_cub(long long count) {
        std::size_t bytes = temporary_.size();
        CUDA_CHECK(cub::DeviceReduce::Sum(temporary_.data(), bytes, in_.data(), out_.data(),
                                          static_cast<int>(count)));
    }

    /// The result of @p sum, called once.
    template <typename Sum> T result(Sum sum, long long count) {
        CUDA_CHECK(cudaMemsetAsync(out_.data(), 0xff, sizeof(T)));
        sum(*this, count);
        CUDA_CHECK_LAUNCH();
        std::vector<T> got(1);
        out_.copy_to(got);
        return got[0];
    }

    /// Median milliseconds of @p sum.
    template <typename Sum> double median_ms(Sum sum, long long count) {
        return watch_.median_ms([&] { sum(*this, count); });
    }

private:
    /// As many blocks as fit at once, but no more than have two rounds to go.
    [[nodiscard]] long long run_grid(long long count) const {
        return std::min(resident_, groups_of(2 * 4 * run_vectors * run_threads, count));
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
template <typename T> struct Way {
    const char* name;
    std::function<void(Bench<T>&, long long)> sum;
    bool same_order = true; ///< in each run
    bool few_floats = false;
};

template <typename T> std::vector<Way<T>> ways() {
    using B = Bench<T>;
    const auto tree = [](auto kernel, int elements) {
        return [=](B& bench, long long count) { bench.by_tree(kernel, elements, count); };
    };
    return {
        {"an atomic for each element", [](B& b, long long n) { b.by_atomics(n); }, false, true},
        {"tree, lanes diverge", tree(tree_divergent<T>, tree_threads)},
        {"tree, bank conflicts", tree(tree_conflicts<T>, tree_threads)},
        {"tree, halves", tree(tree_halves<T>, tree_threads)},
        {"two elements at the load", tree(tree_two_each<T>, 2 * tree_threads)},
        {"shuffles", tree(shuffled<T>, 2 * tree_threads)},
        {"a run each, second kernel", [](B& b, long long n) { b.by_runs(n); }},
        {"a run each, block atomics", [](B& b, long long n) { b.by_runs_and_atomics(n); }, false},
        {"a run each, last block", [](B& b, long long n) { b.by_last_block(Plus{}, n); }},
        {"CUB", [](B& b, long long n) { b.by_cub(n); }},
    };
}

/// The ladder with unsigned ints. Whether all sums were right.
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
    const double cub = bench.median_ms(ways<unsigned>().back().sum, count);

    std::printf("%11lld unsigned ints            ms    GB/s  of reading  of CUB\n", count);
    const auto print = [&](const char* name, double ms) {
        std::printf("%-27s %10.4f  %6.0f  %10.2f  %6.2f", name, ms, 4e-6 * count / ms, reading / ms,
                    cub / ms);
    };
    for (const auto& way : ways<unsigned>()) {
        const bool is_right = bench.result(way.sum, count) == sum;
        print(way.name, bench.median_ms(way.sum, count));
        std::printf("%s\n", is_right ? "" : "  WRONG");
        right = right && is_right;
    }
    print("reading alone", reading);
    std::printf("\n");
    return right;
}

/// The worst of @p results, in units in the last place of the true sum as a float.
double worst_error(const std::set<float>& results, double exact) {
    const float rounded = static_cast<float>(exact);
    const double place = std::nextafter(rounded, HUGE_VALF) - rounded;
    double worst = 0;
    for (const float result : results) worst = std::max(worst, std::fabs(result - exact) / place);
    return worst;
}

/// The same floats in each order. Whether all is as it should be.
bool compare_orders(long long count) {
    // Added one after the other, floats below 1 change nothing any more from a sum of 2^24 on.
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
    for (const auto& way : ways<float>()) {
        const long long n = way.few_floats ? few : count;
        const double truth = way.few_floats ? exact_of_few : exact;
        std::set<float> results;
        for (int run = 0; run < repeats; ++run) results.insert(bench.result(way.sum, n));
        std::printf("%-27s %10lld  %12.1f  %14.1f  %9zu  %8.4f", way.name, n, *results.begin(),
                    worst_error(results, truth), results.size(), bench.median_ms(way.sum, n));
        // An addition rounds by 2^-24 of the sum at most. In a chain of n of them roundings go either way, so
        // they come to about sqrt(n) of these; the longest chain is that of the atomics. Room for 16 times as
        // much.
        const double chain = way.few_floats ? n : 4096;
        bool is_right = way.same_order ? results.size() == 1 : true;
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
