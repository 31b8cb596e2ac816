#pragma once

/// @file
/// The file descriptors that a process keeps.

#include <set>

namespace confine {

/// Closes all descriptors except the standard ones and @p kept. Throws SandboxError.
void close_all_but(const std::set<int>& kept);

} // namespace confine
