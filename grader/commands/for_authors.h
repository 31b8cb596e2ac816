#pragma once

/// @file
/// The program with the commands of those who keep the course: `ladder`, `check-course`, `counters`. A student
/// never waits for its compilation; the grader becomes it when such a command is given.

#include "backend/backend.h"
#include "commands/options.h"

namespace grader {

/// Whether @p command is one of that program's.
bool is_for_authors(Command command);

/// Throws UsageError where what @p options ask for needs the solutions and their ladders, and the course was
/// handed out without them.
void need_solutions(const Options& options);

/// Replaces this process by the program, with the same command line @p argv. Throws EnvironmentError where it
/// is not built.
[[noreturn]] void become_authoring_program(const Places& places, char** argv);

} // namespace grader
