#pragma once

/// @file
/// The messages that travel between the grader and a runner.

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

namespace grader {

/// A JSON document, and raw bytes that no parser reads, up to the size of a whole buffer.
struct Packet {
    nlohmann::json document;              ///< always an object
    std::vector<std::uint8_t> bytes = {}; ///< raw bytes; the document says what they contain
};

} // namespace grader
