#include "grading/commands/lab_status.h"

#include <fmt/core.h>

#include "base/files.h"
#include "base/numbers.h"
#include "course/skeleton.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

bool is_passed(const Progress& progress, const Lab& lab) {
    return progress.of(lab.id).verdict == Verdict::pass;
}

fs::file_time_type saved_at(const Lab& lab) {
    std::error_code ignored;
    return fs::last_write_time(lab.student(), ignored);
}

} // namespace

std::string lab_status(const Lab& lab, const LabProgress& progress) {
    if (progress.incomplete || (progress.verdict && *progress.verdict != Verdict::not_graded))
        return fmt::format("{}, {} of {} points",
                           progress.incomplete                 ? "incomplete"
                           : progress.verdict == Verdict::pass ? "passed"
                                                               : "not passed yet",
                           format_points(progress.score), format_points(progress.max_score));
    const RegionedSource source = split_regions(read_text(lab.student()));
    if (is_unchanged_skeleton(lab.manifest, source)) return "not begun";
    if (lab.manifest.starts_right) return "begun";
    return fmt::format("begun: {} of {} TODOs have code", count_started_regions(source),
                       source.regions.size());
}

bool is_started(const Lab& lab) {
    return fs::exists(lab.student()) &&
           !is_unchanged_skeleton(lab.manifest, split_regions(read_text(lab.student())));
}

const Lab& select_first_lab(const Course& course, const Progress& progress) {
    const Lab* first = nullptr;
    const Lab* latest = nullptr;
    for (const Lab& lab : course.labs()) {
        if (is_passed(progress, lab)) continue;
        if (first == nullptr) first = &lab;
        if (is_started(lab) && (latest == nullptr || saved_at(lab) > saved_at(*latest))) latest = &lab;
    }
    if (latest != nullptr) return *latest;
    return first != nullptr ? *first : course.labs().front();
}

const Lab* next_unpassed_lab(const Course& course, const Progress& progress, const Lab& here) {
    const Lab* before = nullptr;
    bool behind = false;
    for (const Lab& lab : course.labs()) {
        behind = behind || lab.id == here.id;
        if (is_passed(progress, lab)) continue;
        if (behind) return &lab;
        if (before == nullptr) before = &lab;
    }
    return before;
}

} // namespace grader
