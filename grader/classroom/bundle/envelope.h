#pragma once

/// @file
/// A text with the signature of who wrote it, as one file of JSON:
///
///     {"format":1,"key":"...","payload":"...","signature":"..."}
///
/// `key` is the public half of the signer's key, `payload` the text, each in base64. The signature is of the format's name and
/// number and the payload. There is one way only to write an envelope, so that no byte of its file can be another one.

#include <cstdint>
#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "classroom/bundle/crypto.h"

namespace grader {

/// Bytes of the largest file that is read as an envelope. The sources of a bundle take at most 30 MB of it.
inline constexpr std::uint64_t max_envelope_bytes = std::uint64_t{48} << 20;

/// What was in an envelope.
struct SignedPayload {
    std::string payload; ///< as it was signed
    std::string signer;  ///< the public half of the key that signed it
};

/// @p payload in an envelope that @p signer has signed.
std::string make_envelope(const std::string& payload, const KeyPair& signer);

/// What is in the envelope @p text. Nothing of the payload has been looked at. Throws EnvironmentError where it is no envelope,
/// or the signature is not of this payload by this key.
SignedPayload open_envelope(const std::string& text);

/// The text of the file @p file, for open_envelope(). Throws EnvironmentError where there is none, or it is too large.
std::string read_envelope(const std::filesystem::path& file);

/// What @p text says, where nothing in it lies deeper than @p deepest levels. Throws nlohmann::json::exception.
nlohmann::json parse_shallow(const std::string& text, int max_depth);

} // namespace grader
