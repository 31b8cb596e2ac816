#pragma once

/// @file
/// Rules that rows cannot express: suffixes that require or exclude each other, and constants with a range.

#include <string>

#include "ptx/module.h"

namespace simulator::ptx {

/// Returns a readable reason why an instruction that fits its row is invalid; empty if it is valid.
std::string modifier_error(const Instruction& instruction);

} // namespace simulator::ptx
