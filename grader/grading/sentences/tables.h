#pragma once

/// @file
/// The sentences by topic, as grading/messages has the kinds.

#include <span>

#include "message/sentences.h"

namespace grader {

/// Those of grading/messages/message.h.
std::span<const kernelsmith::Sentence> common_sentences();
/// Those of grading/messages/builds.h.
std::span<const kernelsmith::Sentence> builds_sentences();
/// Those of grading/messages/runs.h.
std::span<const kernelsmith::Sentence> runs_sentences();
/// Those of grading/messages/results.h.
std::span<const kernelsmith::Sentence> results_sentences();
/// Those of grading/messages/clean.h.
std::span<const kernelsmith::Sentence> clean_sentences();
/// Those of grading/messages/counts.h.
std::span<const kernelsmith::Sentence> counts_sentences();
/// Those of grading/messages/speed.h.
std::span<const kernelsmith::Sentence> speed_sentences();
/// Those of grading/messages/device.h.
std::span<const kernelsmith::Sentence> device_sentences();

} // namespace grader
