#pragma once

/// @file
/// The ways in which running a student's build can end badly.

#include <exception>
#include <string>

#include "grading/messages/message.h"

namespace grader {

/// A failure that a message describes. what() is its kind alone: sentences are made where they are printed.
class RunnerFailure : public std::exception {
public:
    /// @p why it failed.
    explicit RunnerFailure(Message why) : message(std::move(why)) {}
    /// The kind of the message.
    [[nodiscard]] const char* what() const noexcept override { return message.kind().c_str(); }

    Message message; ///< why
};

/// The student's build ended the process, or never came back. The message is for the student.
class RunnerDied : public RunnerFailure {
public:
    using RunnerFailure::RunnerFailure;
};

/// The time of all runs together is over. Whatever process ran when that happened, it is the student's build that has
/// taken the time.
class TimeBudgetExceeded : public RunnerDied {
public:
    using RunnerDied::RunnerDied;
};

/// The runner reported a fault and the process lives: an exception, a device error, a missing symbol.
class RunnerFault : public RunnerFailure {
public:
    /// @p fault_kind is the kind of the runner's answer; @p why is of the kind runner_fault.
    RunnerFault(std::string fault_kind, bool infrastructure, Message why)
        : RunnerFailure(std::move(why)), kind(std::move(fault_kind)),
          is_infrastructure_error(infrastructure) {}
    std::string kind; ///< as grading/channel/protocol.h lists them
    bool
        is_infrastructure_error; ///< it happened before the student's function was ever called: nobody's mark
};

/// What @p fault comes to for a student. @p entry is the function that a solution has to define.
Message explain(const RunnerFault& fault, const std::string& entry);
/// What a student can do about @p fault; says nothing where nothing is to be said.
Message advice_on(const RunnerFault& fault);

} // namespace grader
