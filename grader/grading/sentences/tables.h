#pragma once

/// @file
/// The sentences by topic, as grading/messages has the kinds.

#include <span>

#include "message/sentences.h"

namespace grader {

std::span<const kernelsmith::Sentence> common_sentences();
std::span<const kernelsmith::Sentence> builds_sentences();
std::span<const kernelsmith::Sentence> runs_sentences();
std::span<const kernelsmith::Sentence> results_sentences();
std::span<const kernelsmith::Sentence> clean_sentences();
std::span<const kernelsmith::Sentence> counts_sentences();
std::span<const kernelsmith::Sentence> speed_sentences();
std::span<const kernelsmith::Sentence> device_sentences();

} // namespace grader
