#include "machine/register_use.h"

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

} // namespace simulator
