#pragma once

/// @file
/// Signing, sealing and hashing, all of it libsodium's. Nothing else includes that library. A program that was built
/// without it has these functions, too: each throws EnvironmentError that says so.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// Bytes of either half of a key.
inline constexpr std::size_t key_bytes = 32;

/// Both halves of a key, each of key_bytes bytes.
struct KeyPair {
    std::string secret_half; ///< nobody else may have it
    std::string public_half; ///< everybody may
};

/// Whether libsodium was there when this program was built.
bool has_crypto();

/// A fresh key that signs, for Ed25519.
KeyPair make_signing_pair();
/// The key that signs whose secret half is @p secret_half, of key_bytes bytes.
KeyPair signing_pair(const std::string& secret_half);
/// A fresh key that opens what is sealed, for X25519.
KeyPair make_sealing_pair();
/// The key that opens whose secret half is @p secret_half, of key_bytes bytes.
KeyPair sealing_pair(const std::string& secret_half);

/// The signature of @p message by @p signer.
std::string sign(const KeyPair& signer, std::string_view message);
/// Whether @p signature is one of @p message by the owner of @p public_half.
bool is_signature(std::string_view signature, std::string_view message, const std::string& public_half);

/// @p text so that the owner of @p public_half alone can read it. The same text is sealed differently each time.
std::string seal(std::string_view text, const std::string& public_half);
/// What was sealed to @p reader; nothing where it was sealed to somebody else, or was changed.
std::optional<std::string> unseal(std::string_view sealed, const KeyPair& reader);

/// The SHA-256 of @p bytes, 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// What two people compare to know that they have the same key: `SHA256:` and 43 characters.
std::string fingerprint(const std::string& public_half);

/// @p bytes in base64.
std::string to_base64(std::string_view bytes);
/// The bytes that to_base64() writes as @p text; nothing where there are none.
std::optional<std::string> from_base64(std::string_view text);

} // namespace grader
