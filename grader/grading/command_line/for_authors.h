#pragma once

/// @file
/// The programs with the commands of those who keep the course, `ladder`, `calibrate`, `check-course`, `counters` and `times`, and of
/// those who grade others. A student never waits for their compilation; the grader becomes them when such a command is given.

#include "grading/backend/backend.h"
#include "grading/command_line/options.h"

namespace grader {

/// Whether @p command is one of that program's.
bool is_for_authors(Command command);

/// Whether @p options name a mistake that is kept as a patch, in place of a student's file. The program of those who keep the course
/// makes a whole file of it.
bool names_patch(const Options& options);

/// Throws UsageError where what @p options ask for needs the solutions and their ladders, and the course was
/// handed out without them.
void need_solutions(const Options& options);

/// Whether what @p options ask for is about a class. Throws UsageError where there is nothing to grade.
bool is_for_a_class(const Options& options, const Places& places);

/// Replaces this process by the program of those who keep the course, with the same command line @p argv. Throws
/// EnvironmentError where it is not built.
[[noreturn]] void become_authoring_program(const Places& places, char** argv);

/// The same, by the program of those who grade others.
[[noreturn]] void become_class_program(const Places& places, char** argv);

} // namespace grader
