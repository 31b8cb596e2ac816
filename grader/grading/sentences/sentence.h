#pragma once

/// @file
/// The messages of a grade as they are printed.

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "grading/messages/message.h"

namespace grader {

/// The sentence for @p message; empty where it says nothing.
std::string sentence(const Message& message);

/// Whether messages of @p kind have a sentence.
bool has_sentence(std::string_view kind);

/// The sentence for @p error, whether a message or what() has it.
std::string text_of(const std::exception& error);

/// The sentences for @p messages, a line each.
std::vector<std::string> lines_of(const std::vector<Message>& messages);

} // namespace grader
