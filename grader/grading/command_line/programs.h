#pragma once

/// @file
/// The grader's programs, and which of them owns a command. A student never waits for the compilation of the commands of the course's
/// authors and of those who grade others; the grader replaces itself by their program where such a command is given.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/command_line/command.h"
#include "grading/command_line/options.h"

namespace grader {

/// A program, as the others know it.
struct ProgramInfo {
    std::string name;     ///< of its file
    std::string target;   ///< that builds it
    std::string audience; ///< whom its commands are for
    std::vector<std::string>
        commands; ///< first words of its commands; the grader's: none, all others are its own
};

/// All of them. The grader is the first.
const std::vector<ProgramInfo>& all_programs();

/// The program that owns the command whose first word is @p word. Null where no program other than the grader does.
const ProgramInfo* owner_of(const std::string& word);

/// Replaces this process by the program called @p name, with the same command line. Throws EnvironmentError where it is not built, and
/// UsageError where the reason is a course that was handed out without solutions.
[[noreturn]] void exec_program(const std::string& name, const Invocation& call);

/// Replaces this process by @p program with the command line @p words. Throws EnvironmentError.
[[noreturn]] void execute(const std::filesystem::path& program, std::vector<std::string> words);

/// Throws UsageError where the course of @p options was handed out without the solutions and the rungs that @p what needs.
void require_solutions(const CourseOptions& options, const std::string& what);

/// Where @p file is a mistake that is kept as a patch: replaces this process by the authors' program, which makes a whole file of it and calls
/// the grader once more with that in its place.
void replace_patch(const std::filesystem::path& file, const std::string& lab, const ContextOptions& options,
                   const Invocation& call);

} // namespace grader
