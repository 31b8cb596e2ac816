#include "authoring/records/model/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "authoring/records/model/error_statistics.h"

namespace grader::accuracy {
namespace {

/// Relative tolerance: times are recorded with four digits, and are the same in every run.
constexpr double record_tolerance = 0.002;

template <class Entry> void compare_entries(const std::string& group, const std::vector<Entry>& known,
                                            const std::vector<Entry>& now, std::vector<std::string>& lines) {
    for (const Entry& entry : now) {
        const auto there = std::ranges::find(known, entry.name, &Entry::name);
        if (there == known.end()) {
            lines.push_back(fmt::format("{}, {}: missing in the file", group, entry.name));
        } else if (relative_error(entry.modelled_ms, there->modelled_ms) > record_tolerance ||
                   entry.limiter != there->limiter) {
            lines.push_back(
                fmt::format("{}, {}: the file has {:.4g} ms, limited by {}; the model gives {:.4g} ms, {}",
                            group, entry.name, there->modelled_ms, there->limiter, entry.modelled_ms,
                            entry.limiter));
        }
    }
}

/// Returns an empty value for a missing entry.
template <class Value> Value found_in(const std::map<std::string, Value>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? Value() : found->second;
}

} // namespace

std::vector<std::string> differences(const Record& known, const Record& now) {
    std::vector<std::string> lines;
    for (const auto& [id, lab] : now.labs) {
        const ComparedLab there = found_in(known.labs, id);
        compare_entries(id, there.builds, lab.builds, lines);
        for (const ComparedBuild& build : there.builds)
            if (std::ranges::find(lab.builds, build.name, &ComparedBuild::name) == lab.builds.end())
                lines.push_back(fmt::format("{}, {}: in the file, but no longer modelled", id, build.name));
    }
    for (const auto& [program, kernels] : now.programs)
        compare_entries(program, found_in(known.programs, program), kernels, lines);
    return lines;
}

} // namespace grader::accuracy
