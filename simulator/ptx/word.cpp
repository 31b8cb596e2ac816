#include "ptx/word.h"

#include <cstddef>
#include <unordered_map>

namespace simulator::ptx {
namespace {

constexpr std::string_view texts[] = {
#define WORD(id, text) text,
#include "ptx/words.def"
#undef WORD
};

struct Type {
    std::uint32_t bytes;
    TypeKind kind;
};

/// Types are the first words, so the index of a type is its value.
constexpr Type types[] = {
#define WORD(id, text)
#define TYPE(id, bytes, kind) {bytes, TypeKind::kind},
#include "ptx/words.def"
#undef WORD
};

} // namespace

std::optional<Word> word_of(std::string_view text) {
    static const auto words = [] {
        std::unordered_map<std::string_view, Word> result;
        for (std::size_t i = 0; i < std::size(texts); ++i) result.emplace(texts[i], static_cast<Word>(i));
        return result;
    }();
    const auto found = words.find(text);
    if (found == words.end()) return std::nullopt;
    return found->second;
}

std::string_view text_of(Word word) { return texts[static_cast<std::size_t>(word)]; }

bool is_type(Word word) { return static_cast<std::size_t>(word) < std::size(types); }

std::uint32_t bytes_of(Word type) { return is_type(type) ? types[static_cast<std::size_t>(type)].bytes : 0; }

bool is_half(Word type) { return type == Word::f16 || type == Word::bf16 || is_half_pair(type); }

bool is_half_pair(Word type) { return type == Word::f16x2 || type == Word::bf16x2; }

TypeKind kind_of(Word type) { return types[static_cast<std::size_t>(type)].kind; }

} // namespace simulator::ptx
