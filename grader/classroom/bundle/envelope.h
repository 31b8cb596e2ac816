#pragma once

/// @file
/// A signed text as one file of JSON:
///
///     {"format":1,"key":"...","payload":"...","signature":"..."}
///
/// `key` is the public half of the signer's key, `payload` the text, each in base64. The signature covers the
/// format's name and number and the payload. The encoding is canonical: an envelope has exactly one valid
/// text, so no byte of its file can be changed.

#include <cstdint>
#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "classroom/bundle/crypto.h"

namespace grader {

/// Limit of the size of a file that is read as an envelope, in bytes. The sources of a bundle take at most 30
/// MB of it.
inline constexpr std::uint64_t max_envelope_bytes = std::uint64_t{48} << 20;

/// Contents of an envelope.
struct SignedPayload {
    std::string payload; ///< the signed text
    std::string signer;  ///< public half of the key that signed it
};

/// Returns @p payload in an envelope signed by @p signer.
std::string make_envelope(const std::string& payload, const KeyPair& signer);

/// Opens the envelope @p text and verifies its signature. Does not parse the payload. Throws EnvironmentError
/// if it is not an envelope, or if the signature does not match payload and key.
SignedPayload open_envelope(const std::string& text);

/// Reads @p file for open_envelope(). Throws EnvironmentError if there is none, or if it exceeds
/// max_envelope_bytes.
std::string read_envelope(const std::filesystem::path& file);

/// Parses JSON that nests at most @p max_depth levels, which bounds the parser's stack. Throws
/// nlohmann::json::exception, also for deeper nesting.
nlohmann::json parse_shallow(const std::string& text, int max_depth);

} // namespace grader
