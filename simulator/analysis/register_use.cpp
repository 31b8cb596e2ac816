#include "analysis/register_use.h"

#include <algorithm>
#include <string_view>

namespace simulator {

bool writes_first(ptx::Form form) {
    const std::string_view spelling = ptx::row_of(form).operands;
    return !spelling.empty() && (spelling[0] == 'd' || spelling[0] == 'v' || spelling[0] == 'p');
}

bool RegisterSet::join(const RegisterSet& other) {
    bool grown = false;
    for (std::size_t n = 0; n < words_.size(); ++n) {
        grown = grown || (other.words_[n] & ~words_[n]) != 0;
        words_[n] |= other.words_[n];
    }
    return grown;
}

void RegisterSet::remove(const RegisterSet& other) {
    for (std::size_t n = 0; n < words_.size(); ++n) words_[n] &= ~other.words_[n];
}

void RegisterSet::intersect(const RegisterSet& other) {
    for (std::size_t n = 0; n < words_.size(); ++n) words_[n] &= other.words_[n];
}

bool RegisterSet::any() const {
    return std::ranges::any_of(words_, [](std::uint64_t word) { return word != 0; });
}

} // namespace simulator
