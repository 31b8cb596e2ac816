#pragma once

/// @file
/// The ways in which a run of a student's build can fail.

#include <exception>
#include <string>

#include "grading/messages/message.h"

namespace grader {

/// A failure that a message describes. what() is only the message's kind: sentences are formed where they are
/// printed.
class RunnerFailure : public std::exception {
public:
    /// @p why is the reason of the failure.
    explicit RunnerFailure(Message why) : message(std::move(why)) {}
    /// Returns the kind of the message.
    [[nodiscard]] const char* what() const noexcept override { return message.kind().c_str(); }

    Message message; ///< reason of the failure
};

/// The student's build ended the process or ran forever. The message is for the student.
class RunnerDied : public RunnerFailure {
public:
    using RunnerFailure::RunnerFailure;
};

/// The time budget of all runs together is exhausted. Whichever process was running at that moment, the
/// student's build has used up the time.
class TimeBudgetExceeded : public RunnerDied {
public:
    using RunnerDied::RunnerDied;
};

/// The runner reported a fault, and its process is alive: an exception, a device error, a missing symbol.
class RunnerFault : public RunnerFailure {
public:
    /// @p fault_kind is the kind in the runner's response; @p why is of the kind runner_fault.
    RunnerFault(std::string fault_kind, bool infrastructure, Message why)
        : RunnerFailure(std::move(why)), kind(std::move(fault_kind)),
          is_infrastructure_error(infrastructure) {}
    std::string kind;             ///< a kind listed in grading/channel/protocol.h
    bool is_infrastructure_error; ///< it happened before the first call of the student's function, so
                                  ///< no mark depends on it
};

/// Explains @p fault to a student. @p entry is the function that a solution must define.
Message explain(const RunnerFault& fault, const std::string& entry);
/// Returns a remedy for @p fault that a student can apply; an empty message if there is none.
Message advice_on(const RunnerFault& fault);

} // namespace grader
