#pragma once

/// @file
/// The tables of sentences by topic, with the same topics as grading/messages.

#include <span>

#include "message/sentences.h"

namespace grader {

/// Returns the sentences of grading/messages/message.h.
std::span<const kernelsmith::Sentence> common_sentences();
/// Returns the sentences of grading/messages/builds.h.
std::span<const kernelsmith::Sentence> builds_sentences();
/// Returns the sentences of grading/messages/runs.h.
std::span<const kernelsmith::Sentence> runs_sentences();
/// Returns the sentences of grading/messages/results.h.
std::span<const kernelsmith::Sentence> results_sentences();
/// Returns the sentences of grading/messages/clean.h.
std::span<const kernelsmith::Sentence> clean_sentences();
/// Returns the sentences of grading/messages/counts.h.
std::span<const kernelsmith::Sentence> counts_sentences();
/// Returns the sentences of grading/messages/speed.h.
std::span<const kernelsmith::Sentence> speed_sentences();
/// Returns the sentences of grading/messages/device.h.
std::span<const kernelsmith::Sentence> device_sentences();

} // namespace grader
