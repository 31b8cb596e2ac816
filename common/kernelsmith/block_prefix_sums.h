#pragma once

/// @file
/// The sum of a long row's first elements, for any number of them, without adding up all of these each time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernelsmith/parallel_for.h"

namespace kernelsmith {

/// The sums, modulo 2^32, of a row that nobody holds. `add(first, end)` is the sum of elements [first, end) alone; it is
/// asked once for each block of elements, and then for parts of blocks.
///
/// @code
/// const auto add = [](std::uint64_t first, std::uint64_t end) { return std::uint32_t(end - first); }; // a row of ones
/// BlockPrefixSums sums(100000, add);
/// sums.first(70001, add); // 70001
/// @endcode
class BlockPrefixSums {
public:
    static constexpr std::uint64_t block = 512; ///< elements

    /// For a row of @p length elements.
    template <typename Add> BlockPrefixSums(std::uint64_t length, Add add) : prefix_(length / block + 1) {
        parallel_for(length / block, 1 << 8, [&](std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t b = first; b < end; ++b) prefix_[b + 1] = add(b * block, (b + 1) * block);
        });
        for (std::size_t b = 1; b < prefix_.size(); ++b) prefix_[b] += prefix_[b - 1];
    }

    /// Of the first @p end elements, which may be more than there are blocks for.
    template <typename Add> [[nodiscard]] std::uint32_t first(std::uint64_t end, Add add) const {
        const std::uint64_t b = std::min<std::uint64_t>(end / block, prefix_.size() - 1);
        return prefix_[b] + add(b * block, end);
    }

private:
    std::vector<std::uint32_t> prefix_; // the sum of all blocks before this one
};

} // namespace kernelsmith
