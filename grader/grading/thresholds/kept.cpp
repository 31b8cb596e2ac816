#include "grading/thresholds/kept.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "base/secrets.h"
#include "course/threshold_fields.h"

namespace grader::thresholds {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int file_format = 1;

/// Follows from all that decides the times of a lab's baseline on a GPU, as far as students' trees have it as well.
std::string version_of(const Lab& lab) {
    std::string text;
    for (const char* file : {"lab.h", "problem.cpp", baseline_file})
        text += read_text(lab.directory / file) + '\0';
    for (const Case& timed : lab.manifest.timed)
        for (const auto& [name, size] : timed.sizes)
            text += fmt::format("{} {} {} {}\n", name, size.min, size.max, size.multiple);
    return fmt::format("{:016x}", grader::derive(0, text, 0));
}

json document_in(const fs::path& file) {
    if (!fs::exists(file)) return json::object();
    json document = parse_json(read_text(file));
    if (document.at("format") != file_format)
        throw EnvironmentError(fmt::format("{} has another format. Delete it.", file.string()));
    return document;
}

} // namespace

KeptThresholds::KeptThresholds(const fs::path& course_root, const DeviceFacts& device)
    : file_(course_root / ".kernelsmith" / "thresholds" / (device.slug + ".json")), device_(device) {}

std::optional<ThresholdsInUse> KeptThresholds::find(const Lab& lab) const {
    try {
        const json document = document_in(file_);
        const json labs = document.value("labs", json::object());
        const auto found = labs.find(lab.id);
        if (found == labs.end() || found->at("version") != version_of(lab) ||
            found->at("driver") != device_.driver || found->at("toolkit") != device_.runtime)
            return std::nullopt;
        return ThresholdsInUse{ThresholdSource::here, device_.slug, found->at("thresholds").get<Threshold>(),
                               found->at("grades")};
    } catch (const json::exception& problem) {
        throw EnvironmentError(
            fmt::format("{} makes no sense: {}\nDelete it.", file_.string(), problem.what()));
    }
}

void KeptThresholds::keep(const Lab& lab, const Threshold& threshold, std::size_t grades) const {
    json document = document_in(file_);
    document["format"] = file_format;
    document["device"] = device_.name;
    document["labs"][lab.id] = {{"version", version_of(lab)},
                                {"driver", device_.driver},
                                {"toolkit", device_.runtime},
                                {"grades", grades},
                                {"thresholds", threshold}};
    fs::create_directories(file_.parent_path());
    write_atomically(file_, record_text(document));
}

} // namespace grader::thresholds
