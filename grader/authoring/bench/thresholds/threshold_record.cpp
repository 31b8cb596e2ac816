#include "threshold_record.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader::threshold_sources {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using thresholds::in_digits;
using thresholds::Role;

constexpr int digits = 4;

json to_json(const Judged& judged) {
    json verdicts = json::object();
    for (const auto& [source, verdict] : judged.verdicts)
        verdicts[to_string(source)] = {{"pass", in_digits(verdict.pass, digits)},
                                       {"full", in_digits(verdict.full, digits)},
                                       {"status", to_string(verdict.status)},
                                       {"points", in_digits(verdict.points, digits)}};
    return {{"program", judged.role == Role::solution ? "solution" : "known"},
            {"file", judged.file},
            {"speedup", in_digits(judged.speedup, digits)},
            {"of_limit", in_digits(judged.of_limit, digits)},
            {"verdicts", std::move(verdicts)}};
}

Judged judged_from(const json& document) {
    Judged judged{document.at("program") == "solution" ? Role::solution : Role::known,
                  document.at("file"),
                  document.at("speedup"),
                  document.at("of_limit"),
                  {}};
    for (const auto& [name, verdict] : document.at("verdicts").items())
        judged.verdicts[threshold_source_from(name).value()] = {verdict.at("pass"), verdict.at("full"),
                                                                status_from(verdict.at("status")).value(),
                                                                verdict.at("points")};
    return judged;
}

} // namespace

fs::path record_directory(const fs::path& course_root) {
    return course_root / "docs" / "results" / "thresholds";
}

Record read_record(const fs::path& file) {
    Record record;
    if (!fs::exists(file)) return record;
    try {
        const json document = parse_json(read_text(file));
        record.device = document.at("device");
        record.driver = document.at("driver");
        record.toolkit = document.at("toolkit");
        for (const auto& [id, programs] : document.at("labs").items())
            for (const json& program : programs) record.labs[id].push_back(judged_from(program));
    } catch (const std::exception& problem) {
        throw EnvironmentError(fmt::format("{} makes no sense: {}", file.string(), problem.what()));
    }
    return record;
}

void write_record(const fs::path& file, const Record& record) {
    json labs = json::object();
    for (const auto& [id, programs] : record.labs)
        for (const Judged& judged : programs) labs[id].push_back(to_json(judged));
    fs::create_directories(file.parent_path());
    write_atomically(file, record_text({{"device", record.device},
                                        {"driver", record.driver},
                                        {"toolkit", record.toolkit},
                                        {"labs", std::move(labs)}}));
}

std::map<std::string, Record> all_records(const fs::path& course_root) {
    std::map<std::string, Record> records;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(record_directory(course_root), none))
        if (entry.path().extension() == ".json")
            records[entry.path().stem().string()] = read_record(entry.path());
    return records;
}

} // namespace grader::threshold_sources
