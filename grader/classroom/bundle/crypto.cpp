#include "classroom/bundle/crypto.h"

#include <array>
#include <sodium.h>

#include "base/errors.h"

namespace grader {
namespace {

static_assert(crypto_sign_SEEDBYTES == key_bytes && crypto_sign_PUBLICKEYBYTES == key_bytes);
static_assert(crypto_box_SECRETKEYBYTES == key_bytes && crypto_box_PUBLICKEYBYTES == key_bytes);

/// Initializes libsodium, which must happen before its other functions are called.
void start() {
    static const bool started = ::sodium_init() >= 0;
    if (!started)
        throw EnvironmentError("cannot initialize libsodium: this machine has no source of random numbers");
}

unsigned char* to_bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string random_secret() {
    start();
    std::string secret(key_bytes, '\0');
    ::randombytes_buf(secret.data(), secret.size());
    return secret;
}

/// Expanded form of a signing key that libsodium uses. Its destructor wipes it from memory.
struct WorkingKey {
    std::array<unsigned char, crypto_sign_SECRETKEYBYTES> bytes{};
    ~WorkingKey() { ::sodium_memzero(bytes.data(), bytes.size()); }
};

} // namespace

bool has_crypto() { return true; }

KeyPair make_signing_pair() { return signing_pair(random_secret()); }

KeyPair signing_pair(const std::string& secret_half) {
    start();
    KeyPair pair{secret_half, std::string(key_bytes, '\0')};
    WorkingKey working;
    ::crypto_sign_seed_keypair(to_bytes(pair.public_half), working.bytes.data(), bytes_of(secret_half));
    return pair;
}

KeyPair make_sealing_pair() { return sealing_pair(random_secret()); }

KeyPair sealing_pair(const std::string& secret_half) {
    start();
    KeyPair pair{secret_half, std::string(key_bytes, '\0')};
    ::crypto_scalarmult_base(to_bytes(pair.public_half), bytes_of(secret_half));
    return pair;
}

std::string sign(const KeyPair& signer, std::string_view message) {
    start();
    WorkingKey working;
    std::string public_half(key_bytes, '\0');
    ::crypto_sign_seed_keypair(to_bytes(public_half), working.bytes.data(), bytes_of(signer.secret_half));
    std::string signature(crypto_sign_BYTES, '\0');
    ::crypto_sign_detached(to_bytes(signature), nullptr, bytes_of(message), message.size(),
                           working.bytes.data());
    return signature;
}

bool is_signature(std::string_view signature, std::string_view message, const std::string& public_half) {
    start();
    return signature.size() == crypto_sign_BYTES && public_half.size() == key_bytes &&
           ::crypto_sign_verify_detached(bytes_of(signature), bytes_of(message), message.size(),
                                         bytes_of(public_half)) == 0;
}

std::string seal(std::string_view text, const std::string& public_half) {
    start();
    std::string sealed(text.size() + crypto_box_SEALBYTES, '\0');
    if (::crypto_box_seal(to_bytes(sealed), bytes_of(text), text.size(), bytes_of(public_half)) != 0)
        throw EnvironmentError("cannot seal to this public key: it is not a valid key");
    return sealed;
}

std::optional<std::string> unseal(std::string_view sealed, const KeyPair& reader) {
    start();
    if (sealed.size() < crypto_box_SEALBYTES) return std::nullopt;
    std::string text(sealed.size() - crypto_box_SEALBYTES, '\0');
    if (::crypto_box_seal_open(to_bytes(text), bytes_of(sealed), sealed.size(), bytes_of(reader.public_half),
                               bytes_of(reader.secret_half)) != 0)
        return std::nullopt;
    return text;
}

std::string sha256(std::string_view bytes) {
    start();
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    ::crypto_hash_sha256(hash.data(), bytes_of(bytes), bytes.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
    return ::sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
}

std::string fingerprint(const std::string& public_half) {
    start();
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    ::crypto_hash_sha256(hash.data(), bytes_of(public_half), public_half.size());
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL_NO_PADDING;
    std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, variant)> text{};
    return std::string("SHA256:") +
           ::sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), variant);
}

std::string to_base64(std::string_view bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    // The library's length includes the terminating zero.
    std::string text(::sodium_base64_encoded_len(bytes.size(), variant), '\0');
    ::sodium_bin2base64(text.data(), text.size(), bytes_of(bytes), bytes.size(), variant);
    text.pop_back();
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes(text.size() / 4 * 3 + 3, '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    if (::sodium_base642bin(to_bytes(bytes), bytes.size(), text.data(), text.size(), nullptr, &size, &end,
                            sodium_base64_VARIANT_ORIGINAL) != 0 ||
        end != text.data() + text.size())
        return std::nullopt;
    bytes.resize(size);
    return bytes;
}

} // namespace grader
