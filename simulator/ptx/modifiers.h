#pragma once

/// @file
/// What rows cannot say: suffixes that need or exclude each other, and constants with a range.

#include <string>

#include "ptx/module.h"

namespace simulator::ptx {

/// Why an instruction that fits its row is none all the same, as a text for people; empty when nothing is
/// wrong.
std::string modifier_error(const Instruction& instruction);

} // namespace simulator::ptx
