#pragma once

/// @file
/// What a room is like, from within.

namespace confine {

/// Prints, a line each, what this process's room has: "own_user yes", "landlock no". Returns 0; anything else where
/// this is no room at all.
int probe_sandbox();

} // namespace confine
