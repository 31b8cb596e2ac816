#pragma once

/// @file
/// The sentence about what limits a modelled time, and the printed names of its parts.

#include <string>

#include "grading/messages/message.h"

namespace grader {

/// Returns a sentence for a message of kind time_limit: the call or the kernel is limited by the part that is
/// busy longest, for which share of the time it is busy, and what happens in the rest if that is more than a
/// tenth. Empty if no part has a name.
std::string time_limit_sentence(const Message& limit);

/// Returns the name of the term @p term of a modelled time: "the L2 cache". Returns @p term
/// itself if it has no name.
std::string part_in_words(const std::string& term);

} // namespace grader
