// Replaces crypto.cpp if libsodium is not installed.

#include "base/errors.h"
#include "classroom/bundle/crypto.h"

namespace grader {
namespace {

[[noreturn]] void is_missing() {
    throw EnvironmentError("This grader was built without bundles: libsodium is missing. Run: sudo "
                           "scripts/setup class, then configure the build again: cmake --preset student");
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
