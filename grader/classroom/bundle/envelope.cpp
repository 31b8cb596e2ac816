#include "classroom/bundle/envelope.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int envelope_format = 1;

/// Returns the text that is signed. The prefix separates domains: a signature of anything else by this key
/// never verifies as an envelope's.
std::string signed_text(const std::string& payload) {
    return fmt::format("kernelsmith-bundle {}\n", envelope_format) + payload;
}

std::string envelope_text(const std::string& payload, const std::string& signer,
                          const std::string& signature) {
    return json_text({{"format", envelope_format},
                      {"key", to_base64(signer)},
                      {"payload", to_base64(payload)},
                      {"signature", to_base64(signature)}}) +
           '\n';
}

std::string bytes_at(const json& envelope, const char* name) {
    const std::optional<std::string> bytes = from_base64(envelope.at(name).get_ref<const std::string&>());
    if (!bytes) throw EnvironmentError(fmt::format("Not a valid bundle: its {} is not valid base64.", name));
    return *bytes;
}

json parse_envelope(const std::string& text) {
    try {
        json envelope = parse_shallow(text, 1);
        // Check the format version first, because another version may differ in any other way.
        const int format = envelope.at("format").get<int>();
        if (format != envelope_format)
            throw EnvironmentError(fmt::format("This bundle has format version {}, and this program supports "
                                               "version {} only. Use the version of the grader that made it.",
                                               format, envelope_format));
        for (const char* name : {"key", "payload", "signature"})
            (void)envelope.at(name).get_ref<std::string&>();
        return envelope;
    } catch (const json::exception&) {
        throw EnvironmentError(
            "Not a valid bundle, or a truncated one: it does not have the JSON of a bundle.");
    }
}

} // namespace

std::string make_envelope(const std::string& payload, const KeyPair& signer) {
    return envelope_text(payload, signer.public_half, sign(signer, signed_text(payload)));
}

SignedPayload open_envelope(const std::string& text) {
    const json envelope = parse_envelope(text);
    SignedPayload signed_payload{bytes_at(envelope, "payload"), bytes_at(envelope, "key")};
    const std::string signature = bytes_at(envelope, "signature");
    if (!is_signature(signature, signed_text(signed_payload.payload), signed_payload.signer) ||
        envelope_text(signed_payload.payload, signed_payload.signer, signature) != text)
        throw EnvironmentError("Invalid signature: this bundle was changed after it was signed.");
    return signed_payload;
}

std::string read_envelope(const fs::path& file) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(file, problem);
    if (!problem && size > max_envelope_bytes)
        throw EnvironmentError(fmt::format("{} is not a bundle: it has {} MiB, and the limit is {} MiB.",
                                           file.string(), size >> 20, max_envelope_bytes >> 20));
    const std::optional<std::string> text = read_file(file, max_envelope_bytes, SymlinkPolicy::followed);
    if (!text)
        throw EnvironmentError(fmt::format("{} cannot be read, or is not a regular file.", file.string()));
    return *text;
}

json parse_shallow(const std::string& text, int max_depth) {
    return json::parse(text, [max_depth](int depth, json::parse_event_t event, json&) {
        const bool opens =
            event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
        if (opens && depth >= max_depth)
            throw json::other_error::create(501, "the JSON is nested too deeply", nullptr);
        return true;
    });
}

} // namespace grader
