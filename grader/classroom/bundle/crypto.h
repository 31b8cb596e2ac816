#pragma once

/// @file
/// Signatures, sealed boxes and hashes, all from libsodium. No other file includes that library. A
/// program that was built without it has these functions, too: each throws EnvironmentError that says so.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Bytes of either half of a key.
inline constexpr std::size_t key_bytes = 32;

/// A key pair; each half has key_bytes bytes.
struct KeyPair {
    std::string secret_half; ///< must stay private
    std::string public_half; ///< may be published
};

/// Reports whether this program was built with libsodium.
bool has_crypto();

/// Generates a key pair for signatures (Ed25519).
KeyPair make_signing_pair();
/// Returns the signing key pair whose secret half is @p secret_half, of key_bytes bytes.
KeyPair signing_pair(const std::string& secret_half);
/// Generates a key pair for sealed boxes (X25519).
KeyPair make_sealing_pair();
/// Returns the key pair for sealed boxes whose secret half is @p secret_half, of key_bytes bytes.
KeyPair sealing_pair(const std::string& secret_half);

/// Returns the signature of @p message by @p signer.
std::string sign(const KeyPair& signer, std::string_view message);
/// Verifies that @p signature is a signature of @p message by the owner of @p public_half.
bool is_signature(std::string_view signature, std::string_view message, const std::string& public_half);

/// Encrypts @p text so that only the owner of @p public_half can read it (a sealed box). Sealing the same
/// text twice gives different results.
std::string seal(std::string_view text, const std::string& public_half);
/// Decrypts a sealed box with the key of @p reader; nothing if it was sealed to another key, or was changed.
std::optional<std::string> unseal(std::string_view sealed, const KeyPair& reader);

/// Returns the SHA-256 of @p bytes, 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// Returns the key's fingerprint, which two people compare to check that they have the same key:
/// `SHA256:` and 43 characters.
std::string fingerprint(const std::string& public_half);

/// Encodes @p bytes in base64.
std::string to_base64(std::string_view bytes);
/// Decodes base64; nothing if to_base64() never writes @p text.
std::optional<std::string> from_base64(std::string_view text);

} // namespace grader
