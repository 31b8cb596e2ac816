// Lab 11, a variant: a partition, which drops no element. It moves the elements below a bound to the front, in order,
// and the others after them. Where the others begin is known only when all are counted. So there are two kinds: a
// single pass that writes the others backwards from the end, as CUB does; or two passes, with both in order. The latter
// is also a sort by a digit of one bit, which digit_kernels.h can do.
//
//   partition [elements]
//
// Full size: 268435456

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

#include "bench.h"
#include "digit_kernels.h"
#include "kernelsmith/random.h"
#include "partition_kernels.h"

namespace {

struct Input {
    const char* name;
    float bound;
    bool sorted = false;
    long long stretch = 0; ///< consecutive elements that are all below one half, or all above
};

constexpr Input inputs[] = {
    {"half", 0.5f}, {"1 %", 0.01f}, {"all", 2}, {"sorted", 0.5f, true}, {"clustered", 0.5f, false, 5000},
};

__global__ void fill(float* elements, long long count, Input input) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        float element = kernelsmith::random_unit(1, i);
        if (input.sorted) element = static_cast<float>(static_cast<double>(i) / count);
        if (input.stretch > 0)
            element = element / 2 + (kernelsmith::random_bits(2, i / input.stretch) & 1) * 0.5f;
        elements[i] = element;
    }
}

struct Below {
    float bound;
    __host__ __device__ bool operator()(float element) const { return element < bound; }
};

struct NotBelow {
    float bound;
    __host__ __device__ bool operator()(float element) const { return !(element < bound); }
};

/// The side of an element: 0 if it is below the bound, 1 if not.
struct Side {
    static constexpr int bits = 1;
    float bound;
    static __device__ float last() { return INFINITY; }
    __device__ unsigned operator()(float element) const { return element < bound ? 0 : 1; }
};

using Sorted = Shape<384, 32, 2>;

class Trial {
public:
    explicit Trial(long long count)
        : bench_(count,
                 std::max<std::size_t>(2 * groups_of(4096, count) + 64, scratch_words<Side, Sorted>(count))),
          kept_(2) {
        CUDA_CHECK(partition_by_cub(nullptr, partition_bytes_));
        CUDA_CHECK(select_by_cub(nullptr, select_bytes_, Below{}, bench_.out(), kept_.data()));
        cub_ = kernelsmith::DeviceBuffer<unsigned char>(std::max(partition_bytes_, select_bytes_));
        int device = 0;
        int most = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
        fits_ = most >= 227 * 1024;
    }

    /// Prints the table. Returns whether all results were right.
    bool run() {
        std::vector<Row> backwards{
            {"single pass", [&] { partition<Others::backwards>(); }},
            {"CUB DevicePartition::If", [&] { CUDA_CHECK(partition_by_cub(cub_.data(), partition_bytes_)); }},
        };
        std::vector<Row> in_order{
            {"a count, then a single pass", [&] { partition<Others::in_order>(); }},
            {"a sort by one bit", [&] { sort(); }},
            {"CUB DeviceSelect::If, twice", [&] { two_selects(); }},
        };
        bool right = true;
        for (const Input& input : inputs) {
            bound_ = input.bound;
            fill<<<blocks_for(bench_.count(), 256), 256>>>(bench_.in(), bench_.count(), input);
            CUDA_CHECK_LAUNCH();
            std::vector<float> expected = bench_.elements();
            const auto others = std::stable_partition(expected.begin(), expected.end(), Below{bound_});
            bench_.expect(expected);
            right = add_column(in_order, bench_) && right;
            std::reverse(others, expected.end());
            bench_.expect(expected);
            right = add_column(backwards, bench_) && right;
        }
        std::printf("%lld elements, milliseconds\n%-38s", bench_.count(), "the others backwards");
        for (const Input& input : inputs) std::printf("  %9s ", input.name);
        std::printf("\n");
        print(backwards);
        std::printf("%-38s  %9.3f\nboth in order\n", "a copy of as many bytes", bench_.copy_ms(8));
        print(in_order);
        std::printf("%-38s  %9.3f\n", "a copy of as many bytes", bench_.copy_ms(12));
        return right;
    }

private:
    [[nodiscard]] unsigned count() const { return static_cast<unsigned>(bench_.count()); }

    template <Others others> void partition() {
        const PartitionArgs args = {bench_.in(),
                                    bench_.out(),
                                    kept_.data(),
                                    bench_.scratch(),
                                    reinterpret_cast<unsigned long long*>(bench_.scratch() + 32),
                                    count(),
                                    bound_};
        if (fits_) {
            launch_partition<7, others>(args);
        } else {
            launch_partition<1, others>(args);
        }
    }

    void sort() { sort_by_digit<Sorted>(bench_.in(), bench_.out(), count(), Side{bound_}, bench_.scratch()); }

    /// The host must know where the others begin before the second call.
    void two_selects() {
        CUDA_CHECK(select_by_cub(cub_.data(), select_bytes_, Below{bound_}, bench_.out(), kept_.data()));
        unsigned kept = 0;
        CUDA_CHECK(cudaMemcpy(&kept, kept_.data(), sizeof(kept), cudaMemcpyDeviceToHost));
        CUDA_CHECK(select_by_cub(cub_.data(), select_bytes_, NotBelow{bound_}, bench_.out() + kept,
                                 kept_.data() + 1));
    }

    cudaError_t partition_by_cub(void* memory, std::size_t& bytes) {
        return cub::DevicePartition::If(memory, bytes, bench_.in(), bench_.out(), kept_.data(),
                                        static_cast<int>(bench_.count()), Below{bound_});
    }

    template <typename Which>
    cudaError_t select_by_cub(void* memory, std::size_t& bytes, Which which, float* out, unsigned* kept) {
        return cub::DeviceSelect::If(memory, bytes, bench_.in(), out, kept, static_cast<int>(bench_.count()),
                                     which);
    }

    Bench<float> bench_;
    kernelsmith::DeviceBuffer<unsigned> kept_;
    kernelsmith::DeviceBuffer<unsigned char> cub_;
    std::size_t partition_bytes_ = 0;
    std::size_t select_bytes_ = 0;
    float bound_ = 0;
    bool fits_ = false;
};

} // namespace

int main(int argc, char** argv) try {
    const long long count = argc > 1 ? std::atoll(argv[1]) : 100003;
    if (count < 1 || count >= 1 << 30) {
        std::fprintf(stderr, "usage: partition [elements], at least one and fewer than 2^30\n");
        return 2;
    }
    return Trial(count).run() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "partition: %s\n", error.what());
    return 1;
}
