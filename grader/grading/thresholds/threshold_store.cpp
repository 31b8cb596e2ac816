#include "grading/thresholds/threshold_store.h"

#include <fmt/core.h>

#include "base/files.h"
#include "base/record/record_file.h"
#include "base/secrets.h"
#include "course/threshold_fields.h"

namespace grader::thresholds {
namespace {

namespace fs = std::filesystem;

/// The thresholds of a lab, and the versions with which they were measured.
struct StoredLab {
    std::string version; ///< version_of() the lab
    int driver = 0;      ///< DeviceFacts::driver
    int toolkit = 0;     ///< DeviceFacts::runtime
    std::size_t grades = 0;
    Threshold thresholds;
};

constexpr RecordKind kind_of_thresholds = {"a record of thresholds", 1, " Delete it."};

} // namespace
} // namespace grader::thresholds

template <> struct kernelsmith::Fields<grader::thresholds::StoredLab> {
    using Lab = grader::thresholds::StoredLab;
    static constexpr auto list = std::tuple(field("version", &Lab::version), field("driver", &Lab::driver),
                                            field("toolkit", &Lab::toolkit), field("grades", &Lab::grades),
                                            field("thresholds", &Lab::thresholds));
};

namespace grader::thresholds {
namespace {

/// Returns a hash of all that determines the times of a lab's baseline on a GPU, as far as students' trees
/// contain it, too.
std::string version_of(const Lab& lab) {
    std::string text;
    for (const char* file : {"lab.h", "problem.cpp", baseline_file})
        text += read_text(lab.directory / file) + '\0';
    for (const Case& timed : lab.manifest.timed)
        for (const auto& [name, size] : timed.sizes)
            text += fmt::format("{} {} {} {}\n", name, size.min, size.max, size.multiple);
    return fmt::format("{:016x}", grader::derive(0, text, 0));
}

std::map<std::string, StoredLab> labs_in(const fs::path& file) {
    std::map<std::string, StoredLab> labs;
    read_record_file(file, kind_of_thresholds,
                     [&](const nlohmann::json& document) { document.at("labs").get_to(labs); });
    return labs;
}

} // namespace

ThresholdStore::ThresholdStore(const fs::path& course_root, const DeviceFacts& device)
    : file_(course_root / ".kernelsmith" / "thresholds" / (device.slug + ".json")), device_(device) {}

std::optional<ThresholdsInUse> ThresholdStore::find(const Lab& lab) const {
    const std::map<std::string, StoredLab> labs = labs_in(file_);
    const auto found = labs.find(lab.id);
    if (found == labs.end()) return std::nullopt;
    const auto& [version, driver, toolkit, grades, thresholds] = found->second;
    if (version != version_of(lab) || driver != device_.driver || toolkit != device_.runtime)
        return std::nullopt;
    return ThresholdsInUse{ThresholdSource::here, device_.slug, thresholds, grades};
}

void ThresholdStore::store(const Lab& lab, const Threshold& threshold, std::size_t grades) const {
    std::map<std::string, StoredLab> labs = labs_in(file_);
    labs[lab.id] = {version_of(lab), device_.driver, device_.runtime, grades, threshold};
    write_record_file(file_, kind_of_thresholds, {{"device", device_.name}, {"labs", labs}});
}

} // namespace grader::thresholds
