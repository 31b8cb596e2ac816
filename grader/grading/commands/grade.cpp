#include "grading/commands/commands.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/interrupt.h"
#include "base/secrets.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "course/submissions.h"
#include "grading/command_line/command_text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/exit_status.h"
#include "grading/command_line/programs.h"
#include "grading/command_line/report_files.h"
#include "grading/commands/last_page.h"
#include "grading/messages/builds.h"
#include "grading/report/grade/console.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/modelled_speed.h"

namespace grader {
namespace {

/// Returns the files to grade, by lab.
SubmittedFiles select(const Context& context, const GradeOptions& options) {
    if (!options.all.empty()) return find_submissions(options.all, context.course()).students.front();
    SubmittedFiles own;
    for (const Lab* lab : context.labs())
        own.files[lab->id] = options.file.empty() ? lab->student() : options.file;
    return own;
}

/// Compiles all files in advance, several in parallel. This does not disturb timing, which finds the builds
/// done; the grade itself reports compilation errors.
void compile_ahead(Context& context, const SubmittedFiles& files, unsigned at_once) {
    std::vector<CompileJob> jobs;
    for (const Lab* lab : context.labs())
        if (const auto file = files.files.find(lab->id);
            file != files.files.end() && find_source_problem(file->second).empty())
            jobs.push_back(context.backend().compile_job(file->second, *lab, {}));
    if (jobs.size() < 2) return;
    context.status().show(fmt::format("compiling {} files", jobs.size()));
    try {
        (void)compile_all(jobs, at_once);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception&) {
        // The error recurs, with its message, when this file is graded.
    }
}

/// Returns the grade of @p lab, which was requested but has no file.
LabGrade not_submitted(const Lab& lab) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    grade.verdict = Verdict::fail;
    grade.submitted = false;
    grade.max_score = lab.manifest.total_points();
    grade.steps.push_back({"builds", Status::fail, messages::not_submitted, {}, 0, 0});
    return grade;
}

/// Returns whether the graded files are this tree's own student.cu: only their grades are recorded, and only
/// they get hints.
bool own_tree(const GradeOptions& options) { return options.all.empty() && options.file.empty(); }

/// Returns a command line that grades @p file as @p lab: for a shell, in the same working directory.
std::string command_for(const Context& context, const GradeOptions& options, const Lab& lab,
                        const std::filesystem::path& file) {
    std::string name = file.string();
    if (name.starts_with('-')) name.insert(0, "./");
    return fmt::format("{} {}{}{}{}", program_text(context.places()), lab.id.substr(0, 2),
                       own_tree(options) ? "" : " --file " + shell_word(name), backend_text(options),
                       options_text(options));
}

/// Returns what to run after one case was replayed and is right.
std::string rest_of(Context& context, const GradeOptions& options, const Lab& lab,
                    const std::filesystem::path& file) {
    std::vector<std::string> others;
    if (const std::size_t cases = lab.manifest.cases.size() - 1; cases > 0)
        others.push_back(fmt::format("{} more case{}", cases, cases == 1 ? "" : "s"));
    for (const std::string& step : step_names)
        if (step != "builds" && step != "runs" && step != "correct" && lab.manifest.has_step(step))
            others.push_back(step);
    const bool own = own_tree(options);
    const std::string failed = own ? context.progress().of(lab.id).failed_step : "";
    return fmt::format("the whole grade{} ({}): {}", failed.empty() ? "" : ", which failed at " + failed,
                       fmt::join(others, ", "),
                       own && options.course.empty() ? "make grade LAB=" + lab.id.substr(0, 2)
                                                     : command_for(context, options, lab, file));
}

/// Returns the next thing to do, for the report's last line.
std::string next_step(Context& context, const GradeOptions& options, const LabGrade& grade,
                      const std::filesystem::path& file) {
    const std::string number = grade.id.substr(0, 2);
    if (grade.first_failed() != nullptr && !own_tree(options)) return {};
    if (grade.first_failed() != nullptr) return fmt::format("a hint: build/bin/grader hint {}", number);
    if (is_right_replay(grade)) return rest_of(context, options, context.course().lab(grade.id), file);
    if (grade.incomplete)
        return fmt::format("the steps that are not measured, on a machine that can measure them: make grade "
                           "LAB={}; where the time goes: build/bin/grader explain {}",
                           number, number);
    if (grade.verdict == Verdict::not_graded)
        return "on a machine with an NVIDIA GPU: make grade LAB=" + number;
    bool here = false;
    for (const Lab& lab : context.course().labs()) {
        if (here) return fmt::format("the next lab: labs/{}/README.md", lab.id);
        here = lab.id == grade.id;
    }
    return {};
}

LabGrade grade_one(Context& context, const GradeOptions& options, const Lab& lab,
                   const std::filesystem::path& file) {
    GradeRequest request;
    request.source = file;
    request.command = command_for(context, options, lab, file);
    request.seed = options.seed.value_or(secret_seed());
    request.replayed = options.seed.has_value();
    request.only_case = options.only_case;
    request.thresholds = context.thresholds_of(lab);
    request.progress = [&](const std::string& what) { context.status().show(what); };
    LabGrade grade = grade_lab(context.backend(), lab, request);
    context.status().clear();
    grade.next = next_step(context, options, grade, file);
    return grade;
}

std::vector<ProgressEntry> progress_entries(Context& context) {
    std::vector<ProgressEntry> entries;
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        entries.push_back({lab.id, progress.verdict, progress.score, progress.max_score});
    }
    return entries;
}

/// Grades @p files, one lab after the other, into @p report.
void grade_all(Context& context, const GradeOptions& options, const SubmittedFiles& files,
               GradeReport& report) {
    const bool console = may_print_to_stdout(options);
    const std::string device =
        (report.device.empty() ? "no GPU" : report.device) + ", " + to_string(report.isolation.level);
    std::vector<LabGrade>& grades = report.submissions.front().labs;
    for (const Lab* lab : context.labs()) {
        const auto file = files.files.find(lab->id);
        if (file == files.files.end()) {
            // A missing file is reported only for a lab that was named.
            if (options.labs.empty()) continue;
            grades.push_back(not_submitted(*lab));
        } else {
            grades.push_back(grade_one(context, options, *lab, file->second));
            if (own_tree(options) && !options.only_case) context.progress().record(grades.back());
        }
        if (console) std::cout << render_console(grades.back(), context.style(), device) << std::flush;
    }
}

/// Reports the grades made before an interrupt, names the other labs, and exits.
[[noreturn]] void report_interrupted(Context& context, const GradeOptions& options, const GradeReport& report,
                                     const Interrupted& why) {
    context.status().clear();
    std::string words = why.what();
    if (!report.submissions.empty() && !report.submissions.front().labs.empty()) {
        write_reports(options, report, true);
        for (const ReportOption& option : options.reports)
            if (!option.file.empty()) words += fmt::format(", {} has what was graded", option.file.string());
    }
    throw Interrupted(words + ".");
}

/// Returns whether `--all` names a class. Throws UsageError if there is nothing to grade.
bool is_class(const GradeOptions& options, const GraderPaths& places) {
    if (options.all.empty()) return false;
    return find_submissions(options.all, Course(course_root(options), places.programs.parent_path() / "labs"))
        .is_class;
}

ExitStatus run_grade(const GradeOptions& options, const Invocation& call) {
    options.check();
    if (!options.file.empty()) replace_patch(options.file, options.labs.front(), options, call);
    if (is_class(options, call.places)) exec_program("grader-class", call);
    reject_class_formats(options);
    Context context(options, call.places, options.labs);
    const SubmittedFiles files = select(context, options);
    check_report_files(options);
    const InterruptGuard interrupts;
    GradeReport report;
    report.submissions.emplace_back();
    try {
        report.backend = context.backend().name();
        report.isolation = context.backend().isolation();
        report.device = context.backend().availability().usable ? context.backend().device().name : "";
        compile_ahead(context, files, options.jobs);
        const std::unique_ptr<DeviceLock> lock = context.lock_device();
        grade_all(context, options, files, report);
    } catch (const Interrupted& why) {
        report_interrupted(context, options, report, why);
    }
    if (may_print_to_stdout(options) && own_tree(options))
        std::cout << render_progress_line(progress_entries(context), context.style()) << last_page(context);
    write_reports(options, report, true);
    return exit_status_of(report, context.backend().availability().usable, options.exit_zero);
}

} // namespace

Command grade_command() {
    return command<GradeOptions>("", "Grades labs, one file each, or a whole class", run_grade);
}

} // namespace grader
