#include "authoring/records/counters/record.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int record_format = 1;

json to_json(const BuildCounts& build) {
    json kernels = json::array();
    for (const KernelCounts& kernel : build.kernels)
        kernels.push_back(
            {{"kernel", kernel.kernel}, {"launches", kernel.launches}, {"counters", kernel.counts}});
    return {{"build", build.name}, {"kernels", std::move(kernels)}};
}

BuildCounts build_from(const json& entry) {
    BuildCounts build{entry.at("build"), {}};
    for (const json& kernel : entry.at("kernels"))
        build.kernels.push_back(
            {kernel.at("kernel"), kernel.at("launches"), kernel.at("counters").get<Counts>()});
    return build;
}

} // namespace

fs::path counters_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "counters" / (slug + ".json");
}

CountersRecord read_counters(const fs::path& file) {
    CountersRecord record;
    if (!fs::exists(file)) return record;
    try {
        const json document = parse_json(read_text(file));
        if (document.at("format") != record_format)
            throw EnvironmentError(file.string() + " has another format.");
        record.device = document.at("device");
        for (const auto& [group, builds] : document.at("groups").items())
            for (const json& entry : builds) record.groups[group].push_back(build_from(entry));
    } catch (const json::exception& error) {
        throw EnvironmentError(fmt::format("{} is no record of counters: {}", file.string(), error.what()));
    }
    return record;
}

void write_counters(const fs::path& file, const CountersRecord& record) {
    json groups = json::object();
    for (const auto& [group, builds] : record.groups)
        for (const BuildCounts& build : builds) groups[group].push_back(to_json(build));
    const json document = {{"format", record_format},
                           {"device", record.device},
                           {"groups", std::move(groups)}};
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    write_atomically(file, record_text(document));
}

} // namespace grader
