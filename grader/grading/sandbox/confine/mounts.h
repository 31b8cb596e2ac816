#pragma once

/// @file
/// The file system of a sandbox: an empty root with only the specified mounts in it.

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// Gives this process, the first in its new namespaces, a root directory that contains only what @p sandbox
/// lists. Everything except tmpfs mounts and devices is read-only. @p user owns the tmpfs mounts. Throws
/// SandboxError.
void build_root(const grader::SandboxSpec& sandbox, unsigned user);

} // namespace confine
