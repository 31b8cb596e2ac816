#pragma once

/// @file
/// The ways in which running a student's build can end badly.

#include <stdexcept>
#include <string>

namespace grader {

/// The student's build ended the process, or never came back. what() is a sentence for the student.
class RunnerDied : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The time of all runs together is over. Whatever process ran when that happened, it is the student's build that has
/// taken the time.
class TimeUsedUp : public RunnerDied {
public:
    using RunnerDied::RunnerDied;
};

/// The runner reported a fault and the process lives: an exception, a device error, a missing symbol.
class RunnerFault : public std::runtime_error {
public:
    /// @p fault_kind is the kind of the runner's answer, @p text what it says.
    RunnerFault(std::string fault_kind, bool machines, const std::string& text)
        : std::runtime_error(text), kind(std::move(fault_kind)), machine(machines) {}
    std::string kind; ///< as grading/channel/protocol.h lists them
    bool machine;     ///< it happened before the student's function was ever called: nobody's mark
};

/// The sentence for a student that @p fault comes to. @p entry is the function that a solution has to define.
std::string explain(const RunnerFault& fault, const std::string& entry);
/// What a student can do about @p fault; empty where the sentence says it all.
std::string advice_on(const RunnerFault& fault);

} // namespace grader
