#pragma once

/// @file
/// What segmented.cu and affine.cu measure with: the arrays, the right results, and the clock.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"
#include "scan_kernels.h"

/// Leaves the smallest number of an element that is not as expected, if there is one.
__global__ void find_first_wrong(const unsigned* got, const unsigned* expected, long long count,
                                 unsigned long long* first_wrong) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        if (got[i] == expected[i]) continue;
        atomicMin(first_wrong, static_cast<unsigned long long>(i));
        return;
    }
}

class ScanBench {
public:
    /// An element of the second input array has @p second_bytes bytes, 4 or 1.
    ScanBench(long long count, int second_bytes)
        : count_(count), first_(padded()), second_(padded() * second_bytes), out_(padded()), expected_(count),
          first_wrong_(1), tickets_(1), states_(count / 512 + 16384), l2_(std::size_t{256} << 20) {}

    /// Elements with those behind the last one, to a whole vector.
    [[nodiscard]] std::size_t padded() const { return groups_of(4, count_) * 4; }
    [[nodiscard]] unsigned* first() { return first_.data(); }
    [[nodiscard]] void* second() { return second_.data(); }
    [[nodiscard]] Scratch scratch() { return {tickets_.data(), states_.data()}; }
    [[nodiscard]] kernelsmith::DeviceBuffer<unsigned char>& temporary() { return temporary_; }
    [[nodiscard]] Arrays arrays(long long count) {
        return {{first_.data(), second_.data()}, out_.data(), count};
    }

    void expect(const std::vector<unsigned>& results) { expected_.copy_from(results); }

    /// The first element that @p scan gets wrong, or -1. The scratch memory holds nonsense before.
    template <typename Scan> long long first_wrong(Scan scan, long long count) {
        CUDA_CHECK(cudaMemset(out_.data(), 0xee, out_.size() * sizeof(unsigned)));
        CUDA_CHECK(cudaMemset(states_.data(), 0xdd, states_.size() * sizeof(unsigned long long)));
        CUDA_CHECK(cudaMemset(tickets_.data(), 0xdd, sizeof(unsigned)));
        scan(arrays(count));
        std::vector<unsigned long long> first(1, ~0ull);
        first_wrong_.copy_from(first);
        find_first_wrong<<<std::min(2048ll, groups_of(256, count)), 256>>>(out_.data(), expected_.data(),
                                                                           count, first_wrong_.data());
        CUDA_CHECK_LAUNCH();
        first_wrong_.copy_to(first);
        return static_cast<long long>(first[0]);
    }

    /// Median milliseconds of @p work, which begins with an L2 cache that holds none of the arrays.
    template <typename Work> double median_ms(Work work) {
        constexpr int repeats = 7;
        std::vector<float> times;
        for (int i = 0; i < repeats; ++i) {
            kernelsmith::Event start;
            kernelsmith::Event stop;
            CUDA_CHECK(cudaMemsetAsync(l2_.data(), i, l2_.size()));
            start.record();
            work();
            stop.record();
            times.push_back(kernelsmith::elapsed_ms(start, stop));
        }
        std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
        return times[repeats / 2];
    }

    /// Milliseconds for a copy that moves @p bytes_each bytes for each element, half of them in and half of them
    /// out. Measured with eight.
    double copy_ms(int bytes_each) {
        return bytes_each / 8.0 * median_ms([&] {
                   CUDA_CHECK(cudaMemcpyAsync(out_.data(), first_.data(), count_ * sizeof(unsigned),
                                              cudaMemcpyDeviceToDevice));
               });
    }

private:
    long long count_;
    kernelsmith::DeviceBuffer<unsigned> first_;
    kernelsmith::DeviceBuffer<unsigned char> second_;
    kernelsmith::DeviceBuffer<unsigned> out_;
    kernelsmith::DeviceBuffer<unsigned> expected_;
    kernelsmith::DeviceBuffer<unsigned long long> first_wrong_;
    kernelsmith::DeviceBuffer<unsigned> tickets_;
    kernelsmith::DeviceBuffer<unsigned long long> states_;
    kernelsmith::DeviceBuffer<unsigned char> temporary_;
    kernelsmith::DeviceBuffer<unsigned char> l2_;
};
