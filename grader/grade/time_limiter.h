#pragma once

/// @file
/// What a modelled time is made of, in words.

#include <string>

#include "inspect/observation.h"

namespace grader {

/// What limits a launch of @p kernel that takes @p time: a sentence for a student. Empty where the model names something that
/// has no words here.
std::string limiter_in_words(const std::string& kernel, const ModelledTime& time);
/// The same of the one of @p launches that takes longest; empty where none has a time.
std::string limiter_of_longest(const std::vector<SeenLaunch>& launches);
/// What the term @p term of a modelled time stands for, as those sentences have it: "the L2 cache". @p term itself where there are
/// no words.
std::string part_in_words(const std::string& term);

} // namespace grader
