#pragma once

/// @file
/// Texts that a student chooses, in a record (record/json_fields.h).

#include "grading/channel/kernel_name.h"

namespace grader {

/// A text that bounded() truncates when it is read.
struct BoundedText {
    /// Returns the text unchanged.
    template <class Json> static Json written(const std::string& text) { return text; }
    /// Reads the text and truncates it.
    template <class Json> static void read(const Json& json, std::string& text) {
        text = bounded(json.template get<std::string>());
    }
};

} // namespace grader
