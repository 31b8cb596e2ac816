#pragma once

/// @file
/// New namespaces for a sandbox: user, mount, PID, network, UTS and IPC.

namespace confine {

/// User ID of the program inside its sandbox.
inline constexpr unsigned inner_user = 1000;

/// Moves this process into new namespaces. Its next child is PID 1 of the new PID namespace and has every
/// capability inside it and none outside. With @p wants_own_user, and if the machine allows it, inner_user
/// maps to a user ID that no account outside has; otherwise it maps to the user who started this process.
/// Returns whether inner_user has its own user ID. Throws SandboxError.
bool unshare_namespaces(bool wants_own_user);

/// Makes this process inner_user permanently; it must be in the new namespaces. @p own_user is the result of
/// unshare_namespaces().
void switch_to_inner_user(bool own_user);

} // namespace confine
