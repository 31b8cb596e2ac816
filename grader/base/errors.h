#pragma once

/// @file
/// The errors that prevent a grade without being the student's fault, and their exit statuses.

#include <stdexcept>

namespace grader {

/// Exit status of a program of the course.
enum class ExitStatus {
    passed = 0,      ///< everything that was checked passed
    not_passed = 1,  ///< some check failed
    usage = 2,       ///< the command line is invalid
    environment = 3, ///< the machine lacks something: never the student's fault, and never affects a mark
};

/// Something is missing or broken on this machine. The text gives the consequence and the remedy.
class EnvironmentError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The command line requests something that does not exist.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace grader
