#pragma once

/// @file
/// The benchmark of segmented.cu and affine.cu: arrays, expected results, and timing.

#include <cstddef>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/first_difference.h"
#include "kernelsmith/stopwatch.h"
#include "scan_kernels.h"

class ScanBench {
public:
    /// An element of the second input array has @p second_bytes bytes, 4 or 1.
    ScanBench(long long count, int second_bytes)
        : count_(count), first_(padded()), second_(padded() * second_bytes), out_(padded()), expected_(count),
          tickets_(1), states_(count / 512 + 16384) {}

    /// The number of elements, rounded up to whole vectors.
    [[nodiscard]] std::size_t padded() const { return groups_of(4, count_) * 4; }
    [[nodiscard]] unsigned* first() { return first_.data(); }
    [[nodiscard]] void* second() { return second_.data(); }
    [[nodiscard]] Scratch scratch() { return {tickets_.data(), states_.data()}; }
    [[nodiscard]] kernelsmith::DeviceBuffer<unsigned char>& temporary() { return temporary_; }
    [[nodiscard]] Arrays arrays(long long count) {
        return {{first_.data(), second_.data()}, out_.data(), count};
    }

    void expect(const std::vector<unsigned>& results) { expected_.copy_from(results); }

    /// Index of the first element that @p scan gets wrong, or -1. The scratch memory is filled with garbage before.
    template <typename Scan> long long first_wrong(Scan scan, long long count) {
        CUDA_CHECK(cudaMemset(out_.data(), 0xee, out_.size() * sizeof(unsigned)));
        CUDA_CHECK(cudaMemset(states_.data(), 0xdd, states_.size() * sizeof(unsigned long long)));
        CUDA_CHECK(cudaMemset(tickets_.data(), 0xdd, sizeof(unsigned)));
        scan(arrays(count));
        return kernelsmith::first_difference(out_.data(), expected_.data(), count);
    }

    /// Median milliseconds of @p work, which starts with an L2 cache that holds none of the arrays.
    template <typename Work> double median_ms(Work work) { return watch_.median_ms(work); }

    /// Milliseconds of a copy that moves @p bytes_each bytes per element, half of them in and half of them out.
    /// Scaled from a copy that moves eight.
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
    kernelsmith::DeviceBuffer<unsigned> tickets_;
    kernelsmith::DeviceBuffer<unsigned long long> states_;
    kernelsmith::DeviceBuffer<unsigned char> temporary_;
    kernelsmith::Stopwatch watch_;
};
