#pragma once

/// @file
/// What a process gives up for good before it becomes a foreign program.

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// Sees to it that no program which this process becomes has a capability that it has not itself. Takes rights, so it
/// comes before they go.
void clear_capability_bounds();

/// Gives up every capability, and that any program it starts could get one.
void drop_capabilities();

/// Holds this process, and all that it starts, to @p limits.
void set_rlimits(const grader::ResourceLimits& limits);

/// Lets only @p room's shelves and devices be written to, whatever is mounted; and no signal or abstract socket leave
/// the room. Returns whether the kernel has Landlock; where it has not, the mounts are what holds.
bool apply_landlock(const grader::SandboxSpec& sandbox);

/// Takes the system calls away that no compiler and no solution needs, and that reach into other processes or parts of
/// the kernel where faults are found most often.
void apply_syscall_filter();

} // namespace confine
