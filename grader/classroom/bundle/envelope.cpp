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

/// What is signed: a signature of anything else that this key may ever sign is none of an envelope.
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
    if (!bytes) throw EnvironmentError(fmt::format("This is no bundle: its {} is no base64.", name));
    return *bytes;
}

json parse_envelope(const std::string& text) {
    try {
        json envelope = parse_shallow(text, 1);
        // Another format may look different in any other way, so this comes first.
        const int format = envelope.at("format").get<int>();
        if (format != envelope_format)
            throw EnvironmentError(fmt::format("This bundle has format {}, and this program knows format {} "
                                               "alone. Use the one that made it.",
                                               format, envelope_format));
        for (const char* name : {"key", "payload", "signature"})
            (void)envelope.at(name).get_ref<std::string&>();
        return envelope;
    } catch (const json::exception&) {
        throw EnvironmentError(
            "This is no bundle, or a part of one only: it is not the JSON that a bundle is.");
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
        throw EnvironmentError(
            "This bundle was changed after it was signed: its signature is of something else.");
    return signed_payload;
}

std::string read_envelope(const fs::path& file) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(file, problem);
    if (!problem && size > max_envelope_bytes)
        throw EnvironmentError(fmt::format("{} is no bundle: it has {} MiB, and the largest has {}.",
                                           file.string(), size >> 20, max_envelope_bytes >> 20));
    const std::optional<std::string> text = read_file(file, max_envelope_bytes, SymlinkPolicy::followed);
    if (!text)
        throw EnvironmentError(fmt::format("{} cannot be read, or is no regular file.", file.string()));
    return *text;
}

json parse_shallow(const std::string& text, int max_depth) {
    return json::parse(text, [max_depth](int depth, json::parse_event_t event, json&) {
        const bool opens =
            event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
        if (opens && depth >= max_depth)
            throw json::other_error::create(501, "it is nested too deeply", nullptr);
        return true;
    });
}

} // namespace grader
