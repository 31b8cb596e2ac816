#include "authoring/records/model/join.h"

#include <algorithm>
#include <sstream>

#include "authoring/records/counters/throughputs.h"
#include "base/files.h"

namespace grader::accuracy {
namespace {

namespace fs = std::filesystem;

/// Parses lines "name median_ms min_ms max_ms", as the programs print them.
std::vector<TimedKernel> times_in(const std::string& text) {
    std::vector<TimedKernel> times;
    for (const std::string_view line : split_lines(text)) {
        std::istringstream words{std::string(line)};
        std::string name;
        if (double median = 0; words >> name >> median) times.push_back({name, median});
    }
    return times;
}

std::vector<std::string> applied_by(const Manifest& manifest, const std::string& name) {
    const auto rung = std::ranges::find(manifest.rungs, name, &Rung::name);
    return rung == manifest.rungs.end() ? std::vector<std::string>() : rung->applies;
}

void join_lab(ComparedLab& compared, const Lab& lab, const CaseResult& measured,
              const CountersRecord& throughputs) {
    compared.case_name = measured.name;
    compared.speedups = lab.manifest.modelled.no_speed.empty();
    std::vector<ComparedBuild> builds;
    for (const LabProgram& entry : lab_programs(lab)) {
        const auto known = std::ranges::find(compared.builds, entry.name, &ComparedBuild::name);
        const RungResult* const there = measured.find(entry.name);
        if (known == compared.builds.end() || there == nullptr) continue;
        ComparedBuild& build = builds.emplace_back(*known);
        build.measured_ms = in_record_digits(there->ms);
        build.applies = applied_by(lab.manifest, entry.name);
        build.nsight_limit = nsight_limit(throughputs, lab.id, entry.name);
    }
    compared.builds = std::move(builds);
}

void join_kernels(std::vector<ComparedKernel>& kernels, const std::string& program,
                  const MeasuredTimes& measured) {
    std::vector<ComparedKernel> joined;
    const auto timed = measured.kernels.find(program);
    for (const TimedKernel& there :
         timed == measured.kernels.end() ? std::vector<TimedKernel>() : timed->second) {
        const auto known = std::ranges::find(kernels, there.name, &ComparedKernel::name);
        if (known == kernels.end()) continue;
        ComparedKernel& kernel = joined.emplace_back(*known);
        kernel.measured_ms = in_record_digits(there.ms);
        kernel.nsight_limit = nsight_limit(measured.throughputs, program, kernel.name);
    }
    kernels = std::move(joined);
}

} // namespace

const CaseResult* MeasuredTimes::graded_case(const std::string& lab) const {
    const auto known = results.labs.find(lab);
    return known == results.labs.end() || known->second.empty() ? nullptr : &known->second.front();
}

fs::path throughputs_file(const fs::path& course_root, const std::string& slug) {
    return course_root / "docs" / "results" / "times" / slug / "throughputs.json";
}

MeasuredTimes read_measured(const Course& course, const std::string& slug) {
    const fs::path throughputs = throughputs_file(course.root(), slug);
    MeasuredTimes measured = {read_results(results_file(course.root(), slug)),
                              read_counters(throughputs),
                              {}};
    std::error_code none;
    for (const fs::directory_entry& file : fs::directory_iterator(throughputs.parent_path(), none))
        if (file.path().extension() == ".txt")
            measured.kernels[file.path().stem().string()] = times_in(read_text(file.path()));
    return measured;
}

std::string nsight_limit(const CountersRecord& throughputs, const std::string& group,
                         const std::string& name) {
    const auto builds = throughputs.groups.find(group);
    if (builds == throughputs.groups.end()) return {};
    const auto build = std::ranges::find(builds->second, name, &BuildCounts::name);
    if (build == builds->second.end() || build->kernels.empty()) return {};
    const auto duration = [](const KernelCounts& kernel) {
        return kernel.counts.at(Throughputs::duration_ns);
    };
    return limit_of(std::ranges::max_element(build->kernels, {}, duration)->counts);
}

void join(Record& record, const Course& course, const MeasuredTimes& measured) {
    record.device = measured.results.device;
    std::map<std::string, ComparedLab> labs;
    for (const Lab& lab : course.labs()) {
        const auto known = record.labs.find(lab.id);
        const CaseResult* const there = measured.graded_case(lab.id);
        if (known == record.labs.end() || there == nullptr) continue;
        join_lab(known->second, lab, *there, measured.throughputs);
        labs.insert(*known);
    }
    record.labs = std::move(labs);
    for (auto& [program, kernels] : record.programs) join_kernels(kernels, program, measured);
    std::erase_if(record.programs, [](const auto& program) { return program.second.empty(); });
}

} // namespace grader::accuracy
