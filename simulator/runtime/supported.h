#pragma once

/// @file
/// The documentation page of supported runtime functions.

#include <set>
#include <string>

namespace simulator::runtime {

/// Returns docs/supported_runtime.md for @p exported, the names that the library exports in place of the
/// vendor's.
std::string supported_runtime_page(const std::set<std::string>& exported);

} // namespace simulator::runtime
