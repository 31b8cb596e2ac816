#pragma once

/// @file
/// Salting of inputs with a key: each timed call computes on new data that still satisfies the lab's
/// description of its inputs.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "kernelsmith/random.h"

namespace kernelsmith {

/// The bits of an input that a key may change: a pattern for 32 bytes, which is repeated from the input's
/// first byte on.
///
/// Bits that keep a value in its range are excluded. The low mantissa bits of a float move it slightly, all
/// mantissa bits move it anywhere between two powers of two, and the sign moves it to the other side of 0.
struct Salt {
    static constexpr std::size_t words = 4; ///< number of words of 8 bytes

    /// Bit b of byte i is bit `8 * (i % 8) + b` of word `i / 8 % words`. By default, no bit changes.
    std::uint64_t mask[words] = {};

    /// Returns the salt that changes the same @p bits of every element of type @p T, whose size divides 8.
    template <typename T> static constexpr Salt of_each(std::uint64_t bits) {
        static_assert(sizeof(std::uint64_t) % sizeof(T) == 0, "several elements make a word");
        std::uint64_t word = 0;
        for (std::size_t at = 0; at < 64; at += 8 * sizeof(T)) word |= bits << at;
        return {{word, word, word, word}};
    }
    /// Returns whether any bit changes.
    [[nodiscard]] constexpr bool any() const { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
};

/// For a float: the low 16 of 23 mantissa bits, which change it by less than 1 in 128.
inline constexpr std::uint64_t low_mantissa_bits = 0xffff;
/// For a float: the whole mantissa and the sign.
inline constexpr std::uint64_t sign_and_mantissa_bits = 0x807fffff;

/// Returns the bits that change in the 8-byte word with the index @p word of an input with this @p salt,
/// whose own key is @p key. Grader, runner and the runner's device all use this function.
KERNELSMITH_HOST_DEVICE constexpr std::uint64_t salt_bits(const Salt& salt, std::uint64_t key,
                                                          std::uint64_t word) {
    return random_bits(key, word) & salt.mask[word % Salt::words];
}

/// Returns the key of input @p buffer, derived from the key @p key of the whole call.
constexpr std::uint64_t key_of_input(std::uint64_t key, std::size_t buffer) { return key + buffer; }

/// Returns @p value, element @p index of an input with this @p salt and its own key @p key, after salting.
template <typename T>
inline T salted(const Salt& salt, std::uint64_t key, std::uint64_t index, const T& value) {
    static_assert(std::is_trivially_copyable_v<T>, "an element is plain bytes");
    constexpr std::size_t word_bytes = sizeof(std::uint64_t);
    static_assert(sizeof(T) % word_bytes == 0 || word_bytes % sizeof(T) == 0, "no element straddles a word");
    T result = value;
    if constexpr (sizeof(T) <= word_bytes) {
        constexpr std::size_t in_a_word = word_bytes / sizeof(T);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(T));
        bits ^= salt_bits(salt, key, index / in_a_word) >> (8 * sizeof(T) * (index % in_a_word));
        std::memcpy(&result, &bits, sizeof(T));
    } else {
        std::uint64_t bits[sizeof(T) / word_bytes];
        std::memcpy(bits, &value, sizeof(T));
        for (std::size_t i = 0; i < std::size(bits); ++i)
            bits[i] ^= salt_bits(salt, key, index * std::size(bits) + i);
        std::memcpy(&result, bits, sizeof(T));
    }
    return result;
}

} // namespace kernelsmith
