#pragma once

/// @file
/// The page that lists the supported instructions.

#include <string>

namespace simulator::ptx {

/// docs/supported_instructions.md, made from instructions.def.
std::string supported_instructions_page();

} // namespace simulator::ptx
