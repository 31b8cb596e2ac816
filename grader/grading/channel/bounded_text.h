#pragma once

/// @file
/// Texts of a student's choice in a record (record/json_fields.h).

#include "grading/channel/kernel_name.h"

namespace grader {

/// A text that bounded() cuts as it is read.
struct BoundedText {
    /// The text as it is.
    template <class Json> static Json written(const std::string& text) { return text; }
    /// Reads it and cuts it.
    template <class Json> static void read(const Json& json, std::string& text) {
        text = bounded(json.template get<std::string>());
    }
};

} // namespace grader
