#pragma once

/// @file
/// Which row of instructions.def a mnemonic and its suffixes mean.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ptx/form.h"

namespace simulator::ptx {

/// A row, and the suffixes in the order of its places.
struct FormMatch {
    Form form = Form::ret;        ///< the row
    std::vector<Word> words = {}; ///< without those that are optional and missing
};

/// The row, or why there is none, as a text for people.
std::variant<FormMatch, std::string> match_form(std::string_view mnemonic,
                                                const std::vector<std::string_view>& suffixes);

} // namespace simulator::ptx
