#pragma once

/// @file
/// Messages for the whole grader, and the kinds that are not specific to one step.

#include "message/message.h"

namespace grader {

using kernelsmith::Arguments;
using kernelsmith::Message;
using kernelsmith::MessageKind;

namespace messages {

/// A line from outside the grader: of a compiler, an exception, a manifest, or a problem's own check. `text`.
inline constexpr MessageKind text{"text"};
/// A step that waits for another one: `step`.
inline constexpr MessageKind waits_for{"waits_for"};
/// Where something happened: `case`, `sizes`.
inline constexpr MessageKind on_case{"on_case"};
/// `what` happened with these `sizes`.
inline constexpr MessageKind with_sizes{"with_sizes"};

} // namespace messages

/// Returns @p text as a message.
inline Message verbatim(std::string_view text) { return {messages::text, {{"text", text}}}; }

} // namespace grader
