#pragma once

/// @file
/// The vocabulary of PTX: the words that follow a dot, and the types among them.

#include <cstdint>
#include <optional>
#include <string_view>

namespace simulator::ptx {

/// A word such as `ftz`, `global` or `f32`.
enum class Word : std::uint8_t {
/// @cond
#define WORD(id, text) id,
#include "ptx/words.def"
/// @endcond
#undef WORD
};

/// Interpretation of a type's bits.
enum class TypeKind : std::uint8_t { bits, unsigned_integer, signed_integer, floating, predicate };

/// Returns the word with spelling @p text, without its dot.
std::optional<Word> word_of(std::string_view text);
/// Returns the spelling of a word.
std::string_view text_of(Word word);

/// Returns whether the word is a type.
[[nodiscard]] bool is_type(Word word);
/// Returns the size of a type in memory in bytes; 0 for a predicate.
[[nodiscard]] std::uint32_t bytes_of(Word type);
/// Returns whether this is a 16-bit half-precision type, or a pair of them.
[[nodiscard]] bool is_half(Word type);
/// Returns whether this is a pair of half-precision numbers.
[[nodiscard]] bool is_half_pair(Word type);
/// Returns how the bits of this type are interpreted.
[[nodiscard]] TypeKind kind_of(Word type);

} // namespace simulator::ptx
