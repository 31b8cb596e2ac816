#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "base/text.h"
#include "classroom/bundle/grading_environment.h"

namespace grader {
namespace {

/// Maximum number of changed course files that are listed one by one; the rest is counted.
constexpr std::size_t max_files_listed = 20;

/// Ranks a file of the course by its influence on a grade: the manifest, inputs and checks, the baseline, the
/// rest.
int rank_of(const std::string& name) {
    constexpr int last = 4;
    if (name == "lab.toml") return 0;
    if (name == "problem.cpp") return 1;
    if (name == "lab.h") return 2;
    return name == "baseline.cu" ? 3 : last;
}

std::string change_of(const std::string& name, const GradingEnvironment& then,
                      const GradingEnvironment& now) {
    const bool was = then.course_files.contains(name);
    const bool is = now.course_files.contains(name);
    const char* what = was && is ? "has changed" : was ? "was removed" : "was added";
    return fmt::format("The lab has changed: {} {}.", printable(name), what);
}

void add_course_files(std::vector<std::string>& said, const GradingEnvironment& then,
                      const GradingEnvironment& now) {
    std::set<std::pair<int, std::string>> changed;
    for (const GradingEnvironment* facts : {&then, &now})
        for (const auto& [name, hash] : facts->course_files) {
            const auto a = then.course_files.find(name);
            const auto b = now.course_files.find(name);
            const bool both = a != then.course_files.end() && b != now.course_files.end();
            if (!both || a->second != b->second) changed.emplace(rank_of(name), name);
        }
    std::size_t named = 0;
    for (const auto& [rank, name] : changed)
        if (++named <= max_files_listed) said.push_back(change_of(name, then, now));
    if (named > max_files_listed)
        said.push_back(fmt::format("{} more files of the course have changed.", named - max_files_listed));
    if (changed.empty() && then.module != now.module)
        said.emplace_back("The lab's trusted half is built from the same source, but the binary differs.");
}

std::string verbatim(const std::string& text) { return text.empty() ? "unknown" : printable(text, 120); }

std::string verbatim(int version) {
    return version == 0 ? "none" : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

template <typename Value>
void add(std::vector<std::string>& said, const char* what, const Value& then, const Value& now) {
    if (then != now) said.push_back(fmt::format("{}: then {}, now {}.", what, verbatim(then), verbatim(now)));
}

} // namespace

std::vector<std::string> differences(const GradingEnvironment& then, const GradingEnvironment& now) {
    std::vector<std::string> said;
    add_course_files(said, then, now);
    add(said, "Backend", then.backend, now.backend);
    add(said, "Device", then.device, now.device);
    add(said, "Device of the thresholds", then.thresholds, now.thresholds);
    add(said, "Isolation", then.isolation, now.isolation);
    add(said, "CUDA Toolkit", then.toolkit, now.toolkit);
    add(said, "CUDA runtime", then.runtime, now.runtime);
    add(said, "CUDA version that the driver supports", then.driver, now.driver);
    add(said, "C++ compiler", then.compiler, now.compiler);
    add(said, "Version of the grader", then.grader, now.grader);
    add(said, "Version of the course", then.course, now.course);
    return said;
}

bool same_clock(const GradingEnvironment& then, const GradingEnvironment& now) {
    return then.backend == now.backend && then.device_slug == now.device_slug &&
           then.thresholds == now.thresholds;
}

} // namespace grader
