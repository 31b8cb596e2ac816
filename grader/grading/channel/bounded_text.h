#pragma once

/// @file
/// Texts of a student's choice in a record (record/json_fields.h).

#include "grading/channel/kernel_name.h"

namespace grader {

/// A text that bounded() cuts as it is read.
struct BoundedText {
    template <class Json> static Json written(const std::string& text) { return text; }
    template <class Json> static void read(const Json& json, std::string& text) {
        text = bounded(json.template get<std::string>());
    }
};

} // namespace grader
