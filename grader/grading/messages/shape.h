#pragma once

/// @file
/// Messages without what differs from one grade of a file to the next.

#include <initializer_list>
#include <string>
#include <string_view>

#include "grading/messages/message.h"

namespace grader {

/// The kinds of @p message and of all messages inside it, with those of their texts whose names are in @p names.
std::string shape_of(const Message& message, std::initializer_list<std::string_view> names);

} // namespace grader
