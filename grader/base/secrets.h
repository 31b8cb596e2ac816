#pragma once

/// @file
/// Numbers that cannot be predicted from other numbers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace grader {

/// Derives a number for @p purpose from @p seed, the same in each replay. The number reveals neither the seed
/// nor a number for another purpose, except by trying all seeds. It is SipHash-2-4 of purpose and number,
/// keyed by the seed.
std::uint64_t derive(std::uint64_t seed, std::string_view purpose, std::uint64_t number = 0);

/// Returns a seed from the kernel's random generator, short enough to be typed again.
std::uint64_t secret_seed();

/// A sequence of secret numbers: patterns of guard bands, poisons of outputs, positions of spot checks.
class Secrets {
public:
    /// Draws numbers from the kernel's random generator, or derives them from the seed @p replayed if it is
    /// given.
    explicit Secrets(std::optional<std::uint64_t> replayed = std::nullopt) : seed_(replayed) {}

    /// Returns the next number.
    std::uint64_t next();

private:
    std::optional<std::uint64_t> seed_;
    std::uint64_t count_ = 0;
    std::vector<std::uint64_t> drawn_; ///< numbers read from the kernel in advance
};

} // namespace grader
