#pragma once

/// @file
/// Numbers that nobody can guess from other numbers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace grader {

/// A number for @p purpose that follows from @p seed, so that a replay has the same one. From it nobody finds the seed,
/// nor a number for another purpose, but by trying all seeds. It is SipHash-2-4 of purpose and number, keyed by the seed.
std::uint64_t derive(std::uint64_t seed, std::string_view purpose, std::uint64_t number = 0);

/// A seed from the kernel's random generator, short enough to be typed again.
std::uint64_t secret_seed();

/// A sequence of secret numbers: what stands in guard bands, what poisons outputs, which places are looked at.
class Secrets {
public:
    /// From the kernel's random generator: they follow from nothing. Where a @p replayed seed is given, from that.
    explicit Secrets(std::optional<std::uint64_t> replayed = std::nullopt) : seed_(replayed) {}

    /// The next one.
    std::uint64_t next();

private:
    std::optional<std::uint64_t> seed_;
    std::uint64_t count_ = 0;
    std::vector<std::uint64_t> drawn_; ///< from the kernel, in advance
};

} // namespace grader
