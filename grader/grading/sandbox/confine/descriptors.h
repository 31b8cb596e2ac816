#pragma once

/// @file
/// Which descriptors a process goes on with.

#include <set>

namespace confine {

/// Closes all descriptors but the standard ones and @p kept. Throws SandboxError.
void close_all_but(const std::set<int>& kept);

} // namespace confine
