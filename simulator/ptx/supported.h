#pragma once

/// @file
/// The documentation page of supported instructions.

#include <string>

namespace simulator::ptx {

/// Returns docs/supported_instructions.md, generated from instructions.def.
std::string supported_instructions_page();

} // namespace simulator::ptx
