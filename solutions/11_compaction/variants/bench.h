#pragma once

/// @file
/// The benchmark of digit.cu and partition.cu: arrays, expected results, and timing.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/first_difference.h"
#include "kernelsmith/stopwatch.h"
#include "lab.h"

/// Grid size for a grid-stride loop over @p count elements, with blocks of @p threads.
inline unsigned blocks_for(long long count, int threads) {
    return static_cast<unsigned>(std::max(1ll, std::min<long long>(2048, groups_of(threads, count))));
}

template <typename T> class Bench {
public:
    /// The work may use @p scratch_words words of temporary memory.
    Bench(long long count, std::size_t scratch_words)
        : count_(count), in_(count), out_(count), expected_(count), scratch_(scratch_words) {}

    [[nodiscard]] long long count() const { return count_; }
    [[nodiscard]] T* in() { return in_.data(); }
    [[nodiscard]] T* out() { return out_.data(); }
    [[nodiscard]] unsigned* scratch() { return scratch_.data(); }

    /// A host copy of the elements on the device.
    [[nodiscard]] std::vector<T> elements() const { return to_host(in_); }
    /// A host copy of the output of the last work.
    [[nodiscard]] std::vector<T> result() const { return to_host(out_); }

    void expect(const std::vector<T>& results) { expected_.copy_from(results); }

    /// Index of the first element that @p work gets wrong, or -1. The scratch memory is filled with garbage before.
    template <typename Work> long long first_wrong(Work work) {
        CUDA_CHECK(cudaMemset(out_.data(), 0xee, out_.size() * sizeof(T)));
        CUDA_CHECK(cudaMemset(scratch_.data(), 0xdd, scratch_.size() * sizeof(unsigned)));
        work();
        return kernelsmith::first_difference(out_.data(), expected_.data(), count_);
    }

    /// Median milliseconds of @p work, which starts with an L2 cache that holds none of the arrays.
    template <typename Work> double median_ms(Work work) { return watch_.median_ms(work); }

    /// Milliseconds of a copy that moves @p bytes_each bytes per element, half of them in and half of them out.
    /// Scaled from a copy of the array.
    double copy_ms(int bytes_each) {
        return bytes_each / (2.0 * sizeof(T)) * median_ms([&] {
                   CUDA_CHECK(cudaMemcpyAsync(out_.data(), in_.data(), count_ * sizeof(T),
                                              cudaMemcpyDeviceToDevice));
               });
    }

private:
    [[nodiscard]] static std::vector<T> to_host(const kernelsmith::DeviceBuffer<T>& array) {
        std::vector<T> host(array.size());
        array.copy_to(host);
        return host;
    }

    long long count_;
    kernelsmith::DeviceBuffer<T> in_;
    kernelsmith::DeviceBuffer<T> out_;
    kernelsmith::DeviceBuffer<T> expected_;
    kernelsmith::DeviceBuffer<unsigned> scratch_;
    kernelsmith::Stopwatch watch_;
};

/// A row of a table with a column per kind of input: a method, and its results per column.
struct Row {
    const char* name;
    std::function<void()> work;
    std::vector<double> ms{};
    std::vector<bool> right{};
};

/// Adds a column to each of the @p rows. Returns whether all results were right.
template <typename T> bool add_column(std::vector<Row>& rows, Bench<T>& bench) {
    bool right = true;
    for (Row& row : rows) {
        row.right.push_back(bench.first_wrong(row.work) < 0);
        row.ms.push_back(bench.median_ms(row.work));
        right = right && row.right.back();
    }
    return right;
}

inline void print(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        std::printf("%-38s", row.name);
        for (std::size_t column = 0; column < row.ms.size(); ++column)
            std::printf("  %9.3f%s", row.ms[column], row.right[column] ? " " : "!");
        std::printf("\n");
    }
}
