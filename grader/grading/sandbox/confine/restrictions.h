#pragma once

/// @file
/// Privileges that a process drops permanently before it executes an untrusted program.

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// Clears the capability bounding set, so that no program that this process executes gains a capability which
/// the process lacks. This needs CAP_SETPCAP, so it must precede drop_capabilities().
void clear_capability_bounds();

/// Drops every capability, and sets no_new_privs so that no program started from here can gain one.
void drop_capabilities();

/// Applies @p limits to this process and to all processes that it starts.
void set_rlimits(const grader::ResourceLimits& limits);

/// Uses Landlock to allow writes only to the tmpfs mounts and devices of @p sandbox, whatever is mounted, and
/// to stop signals and abstract sockets from leaving the sandbox. Returns whether the kernel has Landlock;
/// without it, only the read-only mounts protect the files.
bool apply_landlock(const grader::SandboxSpec& sandbox);

/// Installs a seccomp filter. It denies system calls that no compiler and no solution needs, and that reach
/// into other processes or into the parts of the kernel where most vulnerabilities are found.
void apply_syscall_filter();

} // namespace confine
