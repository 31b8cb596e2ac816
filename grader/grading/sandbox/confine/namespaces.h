#pragma once

/// @file
/// A world of its own: users, mounts, processes, network, and what processes share by name.

namespace confine {

/// The user that the program is inside its room.
inline constexpr unsigned inner_user = 1000;

/// Takes this process out of the machine's namespaces; its next child is the first process of a new one, and has every
/// right in it and none outside. With @p wants_own_user, and where the machine lets it, inner_user is nobody that
/// exists outside; else it is who started this. Returns whether it is a user of its own. Throws SandboxError.
bool unshare_namespaces(bool wants_own_user);

/// Makes this process, of the new namespaces, inner_user for good. @p own_user as unshare_namespaces() said.
void switch_to_inner_user(bool own_user);

} // namespace confine
