#pragma once

/// @file
/// The sentences of all messages in findings, for Sentences.

#include <span>

#include "message/sentences.h"

namespace kernelsmith {

/// Returns the sentences of finding_messages/access_messages.h.
std::span<const Sentence> access_sentences();
/// Returns the sentences of finding_messages/barrier_messages.h.
std::span<const Sentence> barrier_sentences();
/// Returns the sentences of finding_messages/call_messages.h.
std::span<const Sentence> call_sentences();
/// Returns the sentences of finding_messages/copy_messages.h.
std::span<const Sentence> copy_sentences();
/// Returns the sentences of finding_messages/initialization_messages.h.
std::span<const Sentence> initialization_sentences();
/// Returns the sentences of finding_messages/machine_messages.h.
std::span<const Sentence> machine_sentences();
/// Returns the sentences of finding_messages/memory_messages.h.
std::span<const Sentence> memory_sentences();
/// Returns the sentences of finding_messages/order_messages.h.
std::span<const Sentence> order_sentences();
/// Returns the sentences of finding_messages/race_messages.h.
std::span<const Sentence> race_sentences();

/// Returns all of these tables.
std::span<const std::span<const Sentence>> finding_sentences();

} // namespace kernelsmith
