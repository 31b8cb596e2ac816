#pragma once

/// @file
/// An infrastructure error, described by a message.

#include <utility>

#include "base/errors.h"
#include "grading/messages/message.h"

namespace grader {

/// An infrastructure error: this machine lacks something or has failed. what() is only the kind of the
/// message: text_of() in grading/sentences/sentence.h returns the sentence.
class MachineError : public EnvironmentError {
public:
    /// @param why the cause
    explicit MachineError(Message why) : EnvironmentError(why.kind()), message(std::move(why)) {}

    Message message; ///< the cause
};

/// Returns @p error as a message.
inline Message message_of(const EnvironmentError& error) {
    const auto* const machine = dynamic_cast<const MachineError*>(&error);
    return machine == nullptr ? verbatim(error.what()) : machine->message;
}

} // namespace grader
