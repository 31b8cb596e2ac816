#pragma once

/// @file
/// The sentence that says what limits a modelled time, and the names of the parts that it is made of.

#include <string>

#include "grading/messages/message.h"

namespace grader {

/// Says of a message of kind time_limit that the call or the kernel is limited by the part that is busy longest, for what share of the
/// time that part is busy, and what happens in the rest where the rest is more than a tenth. Empty if no part has a name.
std::string time_limit_sentence(const Message& limit);

/// Returns the name of the term @p term of a modelled time: "the L2 cache". Returns @p term itself if it has no name.
std::string part_in_words(const std::string& term);

} // namespace grader
