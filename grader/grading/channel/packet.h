#pragma once

/// @file
/// What travels between the grader and a runner.

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

namespace grader {

/// A document, and bytes beside it that no parser looks at: they are as many as a buffer has.
struct Packet {
    nlohmann::json document;              ///< always an object
    std::vector<std::uint8_t> bytes = {}; ///< what the document says they are
};

} // namespace grader
