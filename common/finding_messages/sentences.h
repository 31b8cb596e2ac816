#pragma once

/// @file
/// The sentences of all messages that findings are made of, for Sentences.

#include <span>

#include "message/sentences.h"

namespace kernelsmith {

/// Those of finding_messages/access_messages.h.
std::span<const Sentence> access_sentences();
/// Those of finding_messages/barrier_messages.h.
std::span<const Sentence> barrier_sentences();
/// Those of finding_messages/call_messages.h.
std::span<const Sentence> call_sentences();
/// Those of finding_messages/copy_messages.h.
std::span<const Sentence> copy_sentences();
/// Those of finding_messages/initialization_messages.h.
std::span<const Sentence> initialization_sentences();
/// Those of finding_messages/machine_messages.h.
std::span<const Sentence> machine_sentences();
/// Those of finding_messages/memory_messages.h.
std::span<const Sentence> memory_sentences();
/// Those of finding_messages/order_messages.h.
std::span<const Sentence> order_sentences();
/// Those of finding_messages/race_messages.h.
std::span<const Sentence> race_sentences();

/// All of these tables.
std::span<const std::span<const Sentence>> finding_sentences();

} // namespace kernelsmith
