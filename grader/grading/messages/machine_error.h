#pragma once

/// @file
/// A failure of the machine that a message describes.

#include <utility>

#include "base/errors.h"
#include "grading/messages/message.h"

namespace grader {

/// Something on this machine does not work. what() is the kind of the message alone: text_of() in
/// grading/sentences/sentence.h has the sentence.
class MachineError : public EnvironmentError {
public:
    /// @p why it does not.
    explicit MachineError(Message why) : EnvironmentError(why.kind()), message(std::move(why)) {}

    Message message; ///< why
};

/// What @p error says, as a message.
inline Message message_of(const EnvironmentError& error) {
    const auto* const machine = dynamic_cast<const MachineError*>(&error);
    return machine == nullptr ? verbatim(error.what()) : machine->message;
}

} // namespace grader
