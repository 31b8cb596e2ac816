#pragma once

/// @file
/// The page that lists the supported functions of the runtime.

#include <set>
#include <string>

namespace simulator::runtime {

/// docs/supported_runtime.md for the names that the library has in place of the vendor's.
std::string supported_runtime_page(const std::set<std::string>& exported);

} // namespace simulator::runtime
