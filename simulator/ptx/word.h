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

/// What a type's bits mean.
enum class TypeKind : std::uint8_t { bits, unsigned_integer, signed_integer, floating, predicate };

/// The word that is written @p text, without its dot.
std::optional<Word> word_of(std::string_view text);
/// How a word is written.
std::string_view text_of(Word word);

/// Whether the word is a type.
[[nodiscard]] bool is_type(Word word);
/// Bytes a value of this type takes in memory; 0 for a predicate.
[[nodiscard]] std::uint32_t bytes_of(Word type);
/// Whether this is a type of half precision: a number of 16 bits or a pair of them.
[[nodiscard]] bool is_half(Word type);
/// Whether this is a pair of numbers in half precision.
[[nodiscard]] bool is_half_pair(Word type);
/// What the bits of this type mean.
[[nodiscard]] TypeKind kind_of(Word type);

} // namespace simulator::ptx
