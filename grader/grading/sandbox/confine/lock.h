#pragma once

/// @file
/// What a process gives up for good before it becomes a foreign program.

#include "grading/sandbox/room.h"

namespace confine {

/// Sees to it that no program which this process becomes has a capability that it has not itself. Takes rights, so it
/// comes before they go.
void forbid_rights();

/// Gives up every capability, and that any program it starts could get one.
void drop_rights();

/// Holds this process, and all that it starts, to @p limits.
void set_limits(const grader::RoomLimits& limits);

/// Lets only @p room's shelves and devices be written to, whatever is mounted; and no signal or abstract socket leave
/// the room. Returns whether the kernel has Landlock; where it has not, the mounts are what holds.
bool restrict_files(const grader::Room& room);

/// Takes the system calls away that no compiler and no solution needs, and that reach into other processes or parts of
/// the kernel where faults are found most often.
void restrict_calls();

} // namespace confine
