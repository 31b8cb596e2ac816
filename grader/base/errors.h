#pragma once

/// @file
/// The two ways in which a grade can fail to happen without the student being at fault. Each has an exit
/// status.

#include <stdexcept>

namespace grader {

/// What a program of the course ends with.
enum class ExitStatus {
    passed = 0,      ///< everything asked for passed
    not_passed = 1,  ///< something did not
    usage = 2,       ///< the command line made no sense
    environment = 3, ///< the machine lacks something: never the student's fault and never a mark
};

/// Something is missing or broken on this machine. The text says what it means and what to do.
class EnvironmentError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The command line asks for something that does not exist.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace grader
