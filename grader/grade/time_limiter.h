#pragma once

/// @file
/// What a modelled time is made of, in words.

#include <string>

namespace grader {

/// That @p what, a kernel or the whole call, is limited by the term @p limiter: a sentence for a student. Empty where there are no
/// words for it.
std::string limiter_in_words(const std::string& what, const std::string& limiter);
/// What the term @p term of a modelled time stands for, as those sentences have it: "the L2 cache". @p term itself where there are
/// no words.
std::string part_in_words(const std::string& term);

} // namespace grader
