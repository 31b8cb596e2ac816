#pragma once

/// @file
/// The file system of a room: an empty one, and in it what is shown.

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// Gives this process, the first of new namespaces, a root directory with nothing but what @p room has. Everything
/// but its shelves and devices can only be read. @p user owns the shelves. Throws SandboxError.
void build_root(const grader::SandboxSpec& sandbox, unsigned user);

} // namespace confine
