#pragma once

/// @file
/// The sentences of all messages that findings are made of, for Sentences.

#include <span>

#include "message/sentences.h"

namespace kernelsmith {

/// Those of finding_messages/memory_messages.h.
std::span<const Sentence> memory_sentences();

} // namespace kernelsmith
