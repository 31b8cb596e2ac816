// Takes the place of crypto.cpp where there is no libsodium.

#include "base/errors.h"
#include "classroom/bundle/crypto.h"

namespace grader {
namespace {

[[noreturn]] void is_missing() {
    throw EnvironmentError(
        "Bundles are not built: libsodium is missing. Type: sudo scripts/setup class, then configure "
        "the build anew with: cmake --preset student");
}

} // namespace

bool has_crypto() { return false; }

KeyPair make_signing_pair() { is_missing(); }
KeyPair signing_pair(const std::string&) { is_missing(); }
KeyPair make_sealing_pair() { is_missing(); }
KeyPair sealing_pair(const std::string&) { is_missing(); }
std::string sign(const KeyPair&, std::string_view) { is_missing(); }
bool is_signature(std::string_view, std::string_view, const std::string&) { is_missing(); }
std::string seal(std::string_view, const std::string&) { is_missing(); }
std::optional<std::string> unseal(std::string_view, const KeyPair&) { is_missing(); }
std::string sha256(std::string_view) { is_missing(); }
std::string fingerprint(const std::string&) { is_missing(); }
std::string to_base64(std::string_view) { is_missing(); }
std::optional<std::string> from_base64(std::string_view) { is_missing(); }

} // namespace grader
