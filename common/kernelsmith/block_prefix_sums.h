#pragma once

/// @file
/// Prefix sums of a long array that is never stored, without summing from the start for each query.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernelsmith/parallel_for.h"

namespace kernelsmith {

/// Prefix sums, modulo 2^32, of an array that is not stored. `add(first, end)` returns the sum of the
/// elements [first, end); it is called once for each block of elements, and then for parts of blocks.
///
/// @code
/// const auto add = [](std::uint64_t first, std::uint64_t end) { return std::uint32_t(end - first); }; // all ones
/// BlockPrefixSums sums(100000, add);
/// sums.first(70001, add); // 70001
/// @endcode
class BlockPrefixSums {
public:
    static constexpr std::uint64_t block = 512; ///< elements per block

    /// Precomputes the sums of the blocks of an array of @p length elements.
    template <typename Add> BlockPrefixSums(std::uint64_t length, Add add) : prefix_(length / block + 1) {
        parallel_for(length / block, 1 << 8, [&](std::uint64_t first, std::uint64_t end) {
            for (std::uint64_t b = first; b < end; ++b) prefix_[b + 1] = add(b * block, (b + 1) * block);
        });
        for (std::size_t b = 1; b < prefix_.size(); ++b) prefix_[b] += prefix_[b - 1];
    }

    /// Returns the sum of the first @p end elements, which may lie beyond the last whole block.
    template <typename Add> [[nodiscard]] std::uint32_t first(std::uint64_t end, Add add) const {
        const std::uint64_t b = std::min<std::uint64_t>(end / block, prefix_.size() - 1);
        return prefix_[b] + add(b * block, end);
    }

private:
    std::vector<std::uint32_t> prefix_; // sum of all blocks before this one
};

} // namespace kernelsmith
