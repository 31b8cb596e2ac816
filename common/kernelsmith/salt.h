#pragma once

/// @file
/// How an input changes with a key: what each timed call computes on is new, and still what the lab says of its inputs.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "kernelsmith/random.h"

namespace kernelsmith {

/// Which bits of an input a key may change: a pattern for 32 bytes, which is repeated from the input's first byte on.
///
/// Bits that hold a value in its range are left out. The low bits of a float's mantissa move it a little, all of them
/// anywhere between two powers of two, and with the sign to the other side of 0.
struct Salt {
    static constexpr std::size_t words = 4; ///< of 8 bytes each

    /// Bit b of byte i is bit `8 * (i % 8) + b` of word `i / 8 % words`. As it comes, no bit changes.
    std::uint64_t mask[words] = {};

    /// The same @p bits of every element of @p T, whose size divides 8.
    template <typename T> static constexpr Salt of_each(std::uint64_t bits) {
        static_assert(sizeof(std::uint64_t) % sizeof(T) == 0, "several elements make a word");
        std::uint64_t word = 0;
        for (std::size_t at = 0; at < 64; at += 8 * sizeof(T)) word |= bits << at;
        return {{word, word, word, word}};
    }
    /// Whether any bit changes.
    [[nodiscard]] constexpr bool any() const { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
};

/// Of a float: the mantissa's low 16 bits of 23, which move it by less than 1 in 128.
inline constexpr std::uint64_t low_mantissa_bits = 0xffff;
/// Of a float: all of its mantissa, and its sign.
inline constexpr std::uint64_t sign_and_mantissa_bits = 0x807fffff;

/// The bits that change in word @p word, of 8 bytes, of an input with this @p salt and a @p key of its own. Grader,
/// runner and the runner's device have all of them from here.
KERNELSMITH_HOST_DEVICE constexpr std::uint64_t salt_bits(const Salt& salt, std::uint64_t key,
                                                          std::uint64_t word) {
    return random_bits(key, word) & salt.mask[word % Salt::words];
}

/// The key of one input where @p key is that of all inputs of a call.
constexpr std::uint64_t key_of_input(std::uint64_t key, std::size_t buffer) { return key + buffer; }

/// What becomes of element @p index, @p value, of an input with this @p salt and a @p key of its own.
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
