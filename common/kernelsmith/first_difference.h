#pragma once

/// @file
/// Compares two arrays in GPU memory without a copy to the host.

#include <algorithm>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"

namespace kernelsmith {
namespace detail {

/// Lowers @p first to the index of the first element that differs.
template <typename T> __global__ void find_first_difference(const T* got, const T* expected, long long count,
                                                            unsigned long long* first) {
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        if (got[i] == expected[i]) continue;
        atomicMin(first, static_cast<unsigned long long>(i));
        return;
    }
}

} // namespace detail

/// Returns the index of the first of @p count elements in which @p got and @p expected differ; -1 if all are
/// equal.
template <typename T>
[[nodiscard]] long long first_difference(const T* got, const T* expected, long long count) {
    constexpr int threads = 256;
    std::vector<unsigned long long> first(1, ~0ull);
    DeviceBuffer<unsigned long long> on_device(first.size());
    on_device.copy_from(first);
    const long long blocks = std::clamp<long long>((count + threads - 1) / threads, 1, 2048);
    detail::find_first_difference<<<static_cast<unsigned>(blocks), threads>>>(got, expected, count,
                                                                              on_device.data());
    CUDA_CHECK_LAUNCH();
    on_device.copy_to(first);
    return static_cast<long long>(first[0]);
}

} // namespace kernelsmith
