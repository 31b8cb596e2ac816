#pragma once

/// @file
/// Reports the properties of a sandbox from inside it.

namespace confine {

/// Prints the properties of the sandbox around this process, one per line: "own_user yes", "landlock no".
/// Returns 0; any other value if this process is not in a sandbox.
int probe_sandbox();

} // namespace confine
