#include "classroom/bundle/bundle.h"

#include <charconv>
#include <set>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/json_text.h"
#include "base/text.h"
#include "classroom/bundle/envelope.h"
#include "classroom/bundle/grading_environment_fields.h"
#include "grading/grade/grade_json.h"
#include "grading/report/grade/json.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr int bundle_format = 1;
/// Limit of the nesting of a bundle's payload; a report has fewer levels.
constexpr int max_payload_depth = 16;
/// Digits of a sealed seed: padded to a constant length, so that the length does not reveal its magnitude.
constexpr std::size_t seed_digits = 20;

std::optional<std::uint64_t> number_in(const std::string& text) {
    std::uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

std::uint64_t seed_of(const json& grade) {
    const std::optional<std::uint64_t> seed = number_in(grade.at("seed").get<std::string>());
    if (!seed)
        throw EnvironmentError(
            "This grade has no seed, so it cannot be reproduced, and no bundle was written.");
    return *seed;
}

/// Removes everything that reveals the seed: the seed itself, and the commands that reproduce a failure.
void hide_seed(json& grade) {
    grade["seed"] = "";
    grade["next"] = "";
    for (json& step : grade.at("steps")) {
        json kept = json::array();
        for (const json& line : step.at("details"))
            if (!line.get_ref<const std::string&>().starts_with(replay_prefix)) kept.push_back(line);
        step["details"] = std::move(kept);
        step["facts"]["replay"] = "";
    }
}

json files_to_json(const Sources& sources) {
    json files = json::array();
    for (const SourceFile& file : sources.files)
        files.push_back(
            {{"name", file.name}, {"sha256", sha256(file.text)}, {"bytes", to_base64(file.text)}});
    return files;
}

[[noreturn]] void is_damaged(const std::string& why) {
    throw EnvironmentError(fmt::format("Invalid bundle, although its signature is valid: {}.", why));
}

SourceFile file_from(const json& file) {
    SourceFile read{file.at("name"), {}};
    const std::optional<std::string> text = from_base64(file.at("bytes").get_ref<const std::string&>());
    if (!is_safe_name(read.name)) is_damaged("it has a file name that is not a safe relative path");
    if (!text || text->size() > max_source_file_bytes ||
        sha256(*text) != file.at("sha256").get<std::string>())
        is_damaged("the content of a file does not match its SHA-256");
    read.text = *text;
    return read;
}

Sources sources_from(const json& payload) {
    Sources sources;
    std::set<std::string> names;
    std::size_t bytes = 0;
    if (payload.at("files").empty() || payload.at("files").size() > max_source_files)
        is_damaged("it has no files, or too many");
    for (const json& file : payload.at("files")) {
        sources.files.push_back(file_from(file));
        bytes += sources.files.back().text.size();
        if (bytes > max_source_bytes) is_damaged("its files exceed the size limit together");
        if (!names.insert(sources.files.back().name).second)
            is_damaged("it has two files with the same name");
    }
    payload.at("omitted").get_to(sources.omitted);
    payload.at("as_listed").get_to(sources.as_listed);
    return sources;
}

Bundle bundle_from(const json& payload) {
    if (payload.at("format").get<int>() != bundle_format)
        is_damaged("it has a format version that this program does not support");
    Bundle bundle;
    bundle.provenance = {payload.at("student"), payload.at("made"),
                         payload.at("facts").get<GradingEnvironment>(), sources_from(payload),
                         payload.at("build")};
    bundle.grade = payload.at("grade");
    if (!is_lab_name(grade_from_json(bundle.grade).id)) is_damaged("its grade has no valid lab id");
    bundle.sealed_seed = from_base64(payload.at("seed").at("sealed").get<std::string>()).value_or("");
    bundle.instructor = from_base64(payload.at("seed").at("to").get<std::string>()).value_or("");
    return bundle;
}

} // namespace

std::string make_bundle(json grade, const Provenance& provenance, const BundleKeys& keys) {
    const std::string seed = fmt::format("{:0{}}", seed_of(grade), seed_digits);
    hide_seed(grade);
    const json payload = {
        {"format", bundle_format},
        {"student", provenance.student},
        {"made", provenance.made},
        {"facts", provenance.facts},
        {"files", files_to_json(provenance.sources)},
        {"omitted", provenance.sources.omitted},
        {"as_listed", provenance.sources.as_listed},
        {"build", provenance.build},
        {"grade", std::move(grade)},
        {"seed", {{"sealed", to_base64(seal(seed, keys.instructor))}, {"to", to_base64(keys.instructor)}}}};
    std::string text = make_envelope(json_text(payload), keys.signer);
    if (text.size() > max_envelope_bytes)
        throw EnvironmentError(fmt::format(
            "This bundle would exceed the size limit: it would have {} MiB, and the limit is {} MiB.",
            text.size() >> 20, max_envelope_bytes >> 20));
    return text;
}

std::string make_bundle(const LabGrade& grade, const Provenance& provenance, const BundleKeys& keys) {
    return make_bundle(to_json(grade), provenance, keys);
}

Bundle open_bundle(const std::string& text) {
    SignedPayload signed_payload = open_envelope(text);
    try {
        Bundle bundle = bundle_from(parse_shallow(signed_payload.payload, max_payload_depth));
        bundle.signer = std::move(signed_payload.signer);
        return bundle;
    } catch (const json::exception& error) {
        is_damaged(printable(error.what()));
    }
}

std::uint64_t unseal_seed(const Bundle& bundle, const KeyPair& instructor) {
    const std::optional<std::string> text = unseal(bundle.sealed_seed, instructor);
    const std::optional<std::uint64_t> seed = text ? number_in(*text) : std::nullopt;
    if (seed) return *seed;
    throw EnvironmentError(
        fmt::format("Cannot decrypt the seed of this bundle: it is sealed to the instructor's key {}, and "
                    "yours is {}. Give the folder of the right key with: --keys DIR",
                    fingerprint(bundle.instructor), fingerprint(instructor.public_half)));
}

} // namespace grader
