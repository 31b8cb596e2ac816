#pragma once

/// @file
/// Lookup of the row of instructions.def for a mnemonic and its suffixes.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ptx/form.h"

namespace simulator::ptx {

/// A row, and the suffixes in the order of its slots.
struct FormMatch {
    Form form = Form::ret;        ///< the row
    std::vector<Word> words = {}; ///< without optional words that are missing
};

/// Returns the row, or a readable reason why there is none.
std::variant<FormMatch, std::string> match_form(std::string_view mnemonic,
                                                const std::vector<std::string_view>& suffixes);

} // namespace simulator::ptx
