#pragma once

/// @file
/// The grader's programs, and the owner of each command. A student never waits for the compilation of the
/// commands of the course's authors and of instructors; the grader replaces itself by their program for such
/// a command.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/command_line/command.h"
#include "grading/command_line/options.h"

namespace grader {

/// A program, as the other programs see it.
struct ProgramInfo {
    std::string name;     ///< name of its file
    std::string target;   ///< build target
    std::string audience; ///< users of its commands
    std::vector<std::string>
        commands; ///< first words of its commands; empty for the grader, which owns all others
};

/// Returns all programs. The grader is the first.
const std::vector<ProgramInfo>& all_programs();

/// Returns the program that owns the command whose first word is @p word. Null if only the grader can own it.
const ProgramInfo* owner_of(const std::string& word);

/// Replaces this process by the program called @p name, with the same command line. Throws EnvironmentError
/// if it is not built, and UsageError if the reason is a course without solutions.
[[noreturn]] void exec_program(const std::string& name, const Invocation& call);

/// Replaces this process by @p program with the command line @p words. Throws EnvironmentError.
[[noreturn]] void execute(const std::filesystem::path& program, std::vector<std::string> words);

/// Throws UsageError if the course of @p options does not include the solutions and the rungs that @p what
/// needs.
void require_solutions(const CourseOptions& options, const std::string& what);

/// If @p file is a patch of the solution: replaces this process by the authors' program, which applies the
/// patch and calls the grader again with the resulting file in its place.
void replace_patch(const std::filesystem::path& file, const std::string& lab, const ContextOptions& options,
                   const Invocation& call);

} // namespace grader
