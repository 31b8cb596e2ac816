#pragma once

/// @file
/// Shapes of messages: their parts that are equal in all grades of a file.

#include <initializer_list>
#include <string>
#include <string_view>

#include "grading/messages/message.h"

namespace grader {

/// Returns the kinds of @p message and of all nested messages, with those text arguments whose names are in
/// @p names.
std::string shape_of(const Message& message, std::initializer_list<std::string_view> names);

} // namespace grader
