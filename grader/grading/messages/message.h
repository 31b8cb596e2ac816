#pragma once

/// @file
/// Messages for everybody in the grader, and the kinds that no single step has for itself.

#include "message/message.h"

namespace grader {

using kernelsmith::Arguments;
using kernelsmith::Message;
using kernelsmith::MessageKind;

namespace messages {

/// A line that the grader has not made: of a compiler, of an exception, of a manifest, of a problem's own check. `text`.
inline constexpr MessageKind text{"text"};
/// A step that waits for another one: `step`.
inline constexpr MessageKind waits_for{"waits_for"};
/// `case`, `sizes`.
inline constexpr MessageKind on_case{"on_case"};
/// `what` happened with these `sizes`.
inline constexpr MessageKind with_sizes{"with_sizes"};

} // namespace messages

/// @p text as a message.
inline Message verbatim(std::string_view text) { return {messages::text, {{"text", text}}}; }

} // namespace grader
