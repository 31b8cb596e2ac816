#pragma once

/// @file
/// Findings as printed text.

#include <string>

#include "findings/finding.h"

namespace simulator {

/// Returns the location as text: "scale.cu:12", or the PTX line if the source line is unknown.
std::string text_of(const CodePlace& place);
/// Returns a message as a sentence for users; programs must not parse it.
std::string sentence(const Message& message);
/// Returns a finding as a paragraph that ends with a line feed.
std::string text_of(const Finding& finding);

} // namespace simulator
