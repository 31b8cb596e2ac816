// `grader check-course --devices`: the points of solution and known program on modelled GPUs.

#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "authoring/commands/check_course.h"
#include "authoring/commands/commands.h"
#include "base/files.h"
#include "base/numbers.h"
#include "base/record/record_file.h"
#include "grading/backend/simulator.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/modelled_speed.h"
#include "grading/thresholds/measure.h"

namespace grader {
namespace {

/// The points of one program of a lab on one GPU.
struct DeviceGrade {
    double score = 0;
    double max_score = 0;

    [[nodiscard]] bool has_all() const { return score == max_score; }
};

/// The points on one GPU: of the solution and, if it is not the baseline, of the known program.
struct DeviceGrades {
    DeviceGrade solution;
    std::optional<DeviceGrade> known;
};

/// The record: points by lab and GPU.
using DeviceRecord = std::map<std::string, std::map<std::string, DeviceGrades>>;

constexpr RecordKind kind_of_devices = {"a record of points on modelled GPUs"};

} // namespace
} // namespace grader

template <> struct kernelsmith::Fields<grader::DeviceGrade> {
    using Grade = grader::DeviceGrade;
    static constexpr auto list =
        std::tuple(field("score", &Grade::score), field("max_score", &Grade::max_score));
};
template <> struct kernelsmith::Fields<grader::DeviceGrades> {
    using Grades = grader::DeviceGrades;
    static constexpr auto list =
        std::tuple(field("solution", &Grades::solution), optional_field("known", &Grades::known));
};

namespace grader {
namespace {

std::vector<std::string> wanted_devices(Context& context, const CheckCourseOptions& options) {
    const std::vector<std::string> known = modelled_devices(context.places());
    if (options.devices == std::vector<std::string>{"all"}) return known;
    for (const std::string& slug : options.devices)
        if (std::ranges::find(known, slug) == known.end())
            throw UsageError(
                fmt::format("--devices {}: unknown GPU. Available: {}.", slug, fmt::join(known, ", ")));
    return options.devices;
}

DeviceGrades grades_on(Context& context, const Lab& lab, const std::string& slug) {
    const std::unique_ptr<Backend> backend = make_backend("sim", context.places(), slug);
    if (!backend->availability().usable) throw EnvironmentError(sentence(backend->availability().reason));
    const std::unique_ptr<ModelledBaseline> baseline = make_shared_modelled_baseline(*backend, lab);
    DeviceGrades grades;
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
        const DeviceGrade points = {grade.score, grade.max_score};
        if (program.role == thresholds::Role::solution)
            grades.solution = points;
        else
            grades.known = points;
    }
    context.status().clear();
    return grades;
}

/// Returns the table cell of one lab on one GPU: "100 / 71".
std::string cell(const DeviceGrades& grades) {
    const std::string solution = format_points(grades.solution.score);
    return grades.known ? fmt::format("{} / {}", solution, format_points(grades.known->score)) : solution;
}

std::string page(const DeviceRecord& labs) {
    std::set<std::string> slugs;
    for (const auto& [lab, devices] : labs)
        for (const auto& [slug, grades] : devices) slugs.insert(slug);
    std::string head = "| lab |";
    std::string rule = "|---|";
    for (const std::string& slug : slugs) {
        head += fmt::format(" `{}` |", slug);
        rule += "---|";
    }
    std::string rows;
    for (const auto& [lab, devices] : labs) {
        rows += fmt::format("| {} |", lab);
        for (const std::string& slug : slugs)
            rows += fmt::format(" {} |", devices.contains(slug) ? cell(devices.at(slug)) : "not graded");
        rows += '\n';
    }
    return "# Points on every modelled GPU\n\n"
           "`grader check-course --devices all --record` grades each lab's solution and, after the slash, "
           "the program "
           "that the\nearlier labs teach, on every GPU that the simulator models. All points are 100. Where "
           "the "
           "lab's idea gains little on a\nGPU, earlier techniques earn as much there.\n\n" +
           head + "\n" + rule + "\n" + rows;
}

} // namespace

ExitStatus check_devices(Context& context, const CheckCourseOptions& options) {
    const std::filesystem::path results = context.course().root() / "docs" / "results";
    DeviceRecord record = record_in<DeviceRecord>(results / "devices" / "points.json", kind_of_devices);
    bool all = true;
    bool graded = false;
    for (const Lab* lab : context.labs()) {
        if (!lab->manifest.has_timed_cases()) continue;
        for (const std::string& slug : wanted_devices(context, options)) {
            const DeviceGrades grades = record[lab->id][slug] = grades_on(context, *lab, slug);
            all = all && grades.solution.has_all();
            graded = true;
            std::cout << fmt::format("{} {:<27} {:<9} {}\n", grades.solution.has_all() ? "✔" : "✘", lab->id,
                                     slug, cell(grades))
                      << std::flush;
        }
    }
    if (!graded) throw UsageError("check-course --devices: none of these labs is about speed.");
    if (options.record) {
        write_record_file(results / "devices" / "points.json", kind_of_devices, record);
        write_atomically(results / "devices.md", page(record));
    }
    std::cout << (all ? "Each solution has all points on each GPU.\n" : "A solution lacks points.\n");
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
