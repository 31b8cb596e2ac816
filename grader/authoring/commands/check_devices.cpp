// `grader check-course --devices`: the points of solution and known program on modelled GPUs.

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "authoring/commands/check_course.h"
#include "authoring/commands/commands.h"
#include "base/files.h"
#include "base/numbers.h"
#include "grading/backend/simulator.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/modelled_speed.h"
#include "grading/thresholds/measure.h"

namespace grader {
namespace {

/// The grade of one program of a lab on one GPU.
struct DeviceGrade {
    double score = 0;
    double max_score = 0;
    Status fast = Status::waits;

    [[nodiscard]] bool has_all() const { return score == max_score; }
};

using GradesByDevice = std::map<std::string, std::map<thresholds::Role, DeviceGrade>>;

std::vector<std::string> wanted_devices(Context& context, const CheckCourseOptions& options) {
    const std::vector<std::string> known = modelled_devices(context.places());
    if (options.devices == std::vector<std::string>{"all"}) return known;
    for (const std::string& slug : options.devices)
        if (std::ranges::find(known, slug) == known.end())
            throw UsageError(
                fmt::format("--devices {}: unknown GPU. Available: {}.", slug, fmt::join(known, ", ")));
    return options.devices;
}

std::map<thresholds::Role, DeviceGrade> grades_on(Context& context, const Lab& lab, const std::string& slug) {
    const std::unique_ptr<Backend> backend = make_backend("sim", context.places(), slug);
    if (!backend->availability().usable) throw EnvironmentError(sentence(backend->availability().reason));
    const std::unique_ptr<ModelledBaseline> baseline = make_shared_modelled_baseline(*backend, lab);
    std::map<thresholds::Role, DeviceGrade> grades;
    for (const thresholds::MeasuredProgram& program : thresholds::programs_of(lab)) {
        if (program.role == thresholds::Role::baseline) continue;
        context.status().show(fmt::format("{}: {} on {}", lab.id, program.source.filename().string(), slug));
        GradeRequest request;
        request.source = program.source;
        request.seed = default_seed;
        request.baseline = baseline.get();
        request.thresholds = [&] {
            return thresholds::select_thresholds(*backend, lab, context.threshold_selection());
        };
        const LabGrade grade = grade_lab(*backend, lab, request);
        const Step* const fast = grade.find("fast");
        grades[program.role] = {grade.score, grade.max_score, fast == nullptr ? Status::waits : fast->status};
    }
    context.status().clear();
    return grades;
}

/// "100", or "87 of 100".
std::string points_text(const DeviceGrade& grade) {
    return grade.has_all()
               ? format_points(grade.score)
               : fmt::format("{} of {}", format_points(grade.score), format_points(grade.max_score));
}

/// Returns the table cell of one lab on one GPU: "100 / 71".
std::string cell(const std::map<thresholds::Role, DeviceGrade>& grades) {
    const auto known = grades.find(thresholds::Role::known);
    return points_text(grades.at(thresholds::Role::solution)) +
           (known == grades.end() ? "" : " / " + points_text(known->second));
}

std::string page(const std::map<std::string, GradesByDevice>& labs) {
    std::string head = "| lab |";
    std::string rule = "|---|";
    for (const auto& [slug, grades] : labs.begin()->second) {
        head += fmt::format(" `{}` |", slug);
        rule += "---|";
    }
    std::string rows;
    for (const auto& [lab, devices] : labs) {
        rows += fmt::format("| {} |", lab);
        for (const auto& [slug, grades] : devices) rows += fmt::format(" {} |", cell(grades));
        rows += '\n';
    }
    return "# Points on every modelled GPU\n\n"
           "`grader check-course --devices all --record` grades each lab's solution and, after the slash, "
           "what the "
           "earlier labs\nteach, on every GPU that the simulator models. A single number means all points, "
           "or that "
           "the baseline is what the\nearlier labs teach. Where the lab's idea gains little on a GPU, "
           "earlier "
           "techniques earn as much there.\n\n" +
           head + "\n" + rule + "\n" + rows;
}

} // namespace

ExitStatus check_devices(Context& context, const CheckCourseOptions& options) {
    std::map<std::string, GradesByDevice> labs;
    bool all = true;
    const std::vector<std::string> devices = wanted_devices(context, options);
    for (const Lab* lab : context.labs()) {
        if (!lab->manifest.has_timed_cases()) continue;
        for (const std::string& slug : devices) {
            const auto grades = labs[lab->id][slug] = grades_on(context, *lab, slug);
            const bool right = grades.at(thresholds::Role::solution).has_all();
            all = all && right;
            std::cout << fmt::format("{} {:<27} {:<9} {}\n", right ? "✔" : "✘", lab->id, slug, cell(grades))
                      << std::flush;
        }
    }
    if (options.record)
        write_atomically(context.course().root() / "docs" / "results" / "devices.md", page(labs));
    std::cout << (all ? "Each solution has all points on each GPU.\n" : "A solution lacks points.\n");
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
