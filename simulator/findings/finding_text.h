#pragma once

/// @file
/// Findings as they are printed.

#include <string>

#include "findings/finding.h"

namespace simulator {

/// "scale.cu:12", or the PTX line where the source line is not known.
std::string text_of(const CodePlace& place);
/// The sentence for a message of a finding. For what prints for people, and for nothing else.
std::string sentence(const Message& message);
/// The paragraph that tells of a finding, with a line feed at its end.
std::string text_of(const Finding& finding);

} // namespace simulator
