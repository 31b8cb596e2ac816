#pragma once

/// @file
/// Formats the messages of a grade as sentences.

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "grading/messages/message.h"

namespace grader {

/// Returns the sentence for @p message; empty if the message is empty.
std::string sentence(const Message& message);

/// Returns whether messages of @p kind have a sentence.
bool has_sentence(std::string_view kind);

/// Returns the sentence for @p error, from its message if it has one, otherwise from what().
std::string text_of(const std::exception& error);

/// Returns the sentences for @p messages, one per line.
std::vector<std::string> lines_of(const std::vector<Message>& messages);

} // namespace grader
