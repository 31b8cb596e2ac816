#include "authoring/records/model/record.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "authoring/records/model/figures.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader::accuracy {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int format_of_records = 1;

json json_of(const Compared& one) {
    json entry = {{"name", one.name},
                  {"measured_ms", kept(one.measured_ms)},
                  {"modelled_ms", kept(one.modelled_ms)},
                  {"limiter", one.limiter}};
    if (!one.nsight_limit.empty()) entry["nsight_limit"] = one.nsight_limit;
    return entry;
}

json json_of(const ComparedBuild& build) {
    json entry = json_of(static_cast<const Compared&>(build));
    if (!build.applies.empty()) entry["applies"] = build.applies;
    for (const GivenRemedy& remedy : build.remedies)
        entry["remedies"].push_back({{"what", remedy.what}, {"gain", kept(remedy.gain)}});
    return entry;
}

json json_of(const ComparedKernel& kernel) {
    json entry = json_of(static_cast<const Compared&>(kernel));
    entry["seen"] = kernel.seen;
    return entry;
}

json json_of(const Spread& spread) {
    return {{"numbers", spread.numbers},
            {"half_within", kept(spread.half)},
            {"nine_of_ten_within", kept(spread.nine_of_ten)}};
}

/// Only what there is: a lab without measured limits has none among its figures.
json json_of(const Figures& figures) {
    json entry = json::object();
    if (!figures.times.empty()) entry["times"] = json_of(spread_of(figures.times));
    if (!figures.speedups.empty()) entry["speedups"] = json_of(spread_of(figures.speedups));
    if (figures.order) entry["rank_correlation"] = kept(*figures.order);
    if (figures.limits.known > 0)
        entry["limits"] = {{"known", figures.limits.known}, {"alike", figures.limits.alike}};
    if (figures.short_ones > 0) entry["left_out_as_too_short"] = figures.short_ones;
    const Steps& steps = figures.steps;
    if (steps.pairs + steps.no_kind > 0) {
        entry["pairs"] = {{"with_a_remedy", steps.pairs},
                          {"first_is_applied", steps.first},
                          {"first_or_second_is_applied", steps.hits},
                          {"no_remedy_of_this_kind", steps.no_kind}};
        if (!steps.gains.empty()) entry["pairs"]["gains"] = json_of(spread_of(steps.gains));
    }
    return entry;
}

template <class Entry> json list_of(const std::vector<Entry>& entries) {
    json list = json::array();
    for (const Entry& entry : entries) list.push_back(json_of(entry));
    return list;
}

void read_into(Compared& one, const json& entry) {
    one.name = entry.at("name");
    one.measured_ms = entry.at("measured_ms");
    one.modelled_ms = entry.at("modelled_ms");
    one.limiter = entry.at("limiter");
    one.nsight_limit = entry.value("nsight_limit", std::string());
}

ComparedBuild build_of(const json& entry) {
    ComparedBuild build;
    read_into(build, entry);
    build.applies = entry.value("applies", std::vector<std::string>());
    for (const json& remedy : entry.value("remedies", json::array()))
        build.remedies.push_back({remedy.at("what"), remedy.at("gain")});
    return build;
}

ComparedKernel kernel_of(const json& entry) {
    ComparedKernel kernel;
    read_into(kernel, entry);
    kernel.seen = entry.at("seen");
    return kernel;
}

Record record_of(const json& document) {
    Record record;
    record.device = document.at("device");
    for (const auto& [id, entry] : document.at("labs").items()) {
        ComparedLab& lab = record.labs[id];
        lab.case_name = entry.at("case");
        lab.speedups = entry.at("speedups");
        for (const json& build : entry.at("builds")) lab.builds.push_back(build_of(build));
    }
    for (const auto& [name, entry] : document.at("programs").items())
        for (const json& kernel : entry.at("kernels")) record.programs[name].push_back(kernel_of(kernel));
    return record;
}

} // namespace

double kept(double number) { return std::stod(fmt::format("{:.4g}", number)); }

fs::path record_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "times" / slug / "modelled.json";
}

Record read_record(const fs::path& file) {
    if (!fs::exists(file)) return {};
    try {
        const json document = parse_json(read_text(file));
        if (document.at("format") != format_of_records)
            throw EnvironmentError(file.string() + " has another format.");
        return record_of(document);
    } catch (const json::exception& error) {
        throw EnvironmentError(
            fmt::format("{} is no record of modelled times: {}", file.string(), error.what()));
    }
}

void merge(Record& record, const Record& part) {
    for (const auto& [id, lab] : part.labs) record.labs[id] = lab;
    for (const auto& [name, kernels] : part.programs) {
        std::vector<ComparedKernel>& known = record.programs[name];
        for (const ComparedKernel& kernel : kernels) {
            const auto same = std::ranges::find(known, kernel.name, &ComparedKernel::name);
            if (same == known.end())
                known.push_back(kernel);
            else
                *same = kernel;
        }
    }
}

std::string text_of(const Record& record) {
    json labs = json::object();
    for (const auto& [id, lab] : record.labs)
        labs[id] = {{"case", lab.case_name},
                    {"speedups", lab.speedups},
                    {"builds", list_of(lab.builds)},
                    {"figures", json_of(figures_of(lab))}};
    json programs = json::object();
    for (const auto& [name, kernels] : record.programs)
        programs[name] = {{"kernels", list_of(kernels)},
                          {"seen", json_of(figures_of(kernels, true))},
                          {"unseen", json_of(figures_of(kernels, false))}};
    const json document = {{"format", format_of_records},
                           {"device", record.device},
                           {"labs", std::move(labs)},
                           {"all_labs", json_of(figures_of_labs(record))},
                           {"programs", std::move(programs)}};
    return record_text(document);
}

} // namespace grader::accuracy
