#include "commands/commands.h"

#include <fstream>
#include <iostream>

#include <fmt/core.h>

#include "commands/last_page.h"
#include "course/submissions.h"
#include "grade/grade_lab.h"
#include "report/console.h"
#include "report/json.h"

namespace grader {
namespace {

/// What is to be graded: files by student and lab.
Submissions select(const Context& context) {
    const Options& options = context.options();
    if (options.all.empty()) {
        Submissions own;
        own.students.emplace_back();
        for (const Lab* lab : context.labs())
            own.students.front().files[lab->id] = options.file.empty() ? lab->student() : options.file;
        return own;
    }
    Submissions found = find_submissions(options.all, context.course());
    if (options.labs.empty()) return found;
    for (SubmittedFiles& student : found.students) {
        std::map<std::string, std::filesystem::path> named;
        for (const Lab* lab : context.labs())
            if (const auto file = student.files.find(lab->id); file != student.files.end())
                named.insert(*file);
        student.files = std::move(named);
    }
    return found;
}

/// Compiles everything ahead, several at a time. Timing is not disturbed by it and finds the builds done;
/// what does not compile is reported by the grade itself.
void compile_ahead(Context& context, const Submissions& submissions) {
    std::vector<CompileJob> jobs;
    for (const SubmittedFiles& student : submissions.students)
        for (const auto& [id, file] : student.files)
            if (why_no_source(file).empty())
                jobs.push_back(context.backend().compile_job(file, context.course().lab(id), {}));
    if (jobs.size() < 2) return;
    context.status().show(fmt::format("compiling {} files", jobs.size()));
    try {
        (void)compile_all(jobs, context.options().jobs);
    } catch (const std::exception&) {
        // Comes up again, with its message, when this file's own turn comes.
    }
}

LabGrade not_submitted(const Lab& lab) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    grade.verdict = Verdict::fail;
    grade.submitted = false;
    for (const std::string& step : step_names) grade.max_score += lab.manifest.worth(step);
    grade.steps.push_back({"builds", Status::fail, "not submitted", {}, 0, 0});
    return grade;
}

/// Whether the files graded are this tree's own student.cu: only their grades are remembered, and only they
/// get hints.
bool own_tree(const Options& options) { return options.all.empty() && options.file.empty(); }

/// The one thing to do next, for the report's last line.
std::string next_step(const Context& context, const LabGrade& grade) {
    const std::string number = grade.id.substr(0, 2);
    if (grade.first_failed() != nullptr && !own_tree(context.options())) return {};
    if (grade.first_failed() != nullptr) return fmt::format("a hint: build/bin/grader hint {}", number);
    if (grade.verdict == Verdict::not_graded)
        return "on a machine with an NVIDIA GPU: make grade LAB=" + number;
    if (grade.verdict == Verdict::pass && !grade.speedup && !context.options().only_case)
        return fmt::format("how fast it is, only a machine with an NVIDIA GPU can tell: make grade LAB={}; "
                           "where its time goes: build/bin/grader explain {}",
                           number, number);
    bool here = false;
    for (const Lab& lab : context.course().labs()) {
        if (here) return fmt::format("the next lab: labs/{}/README.md", lab.id);
        here = lab.id == grade.id;
    }
    return {};
}

LabGrade grade_one(Context& context, const Lab& lab, const std::filesystem::path& file) {
    GradeRequest request;
    request.source = file;
    request.command = fmt::format("build/bin/grader {}", lab.id.substr(0, 2));
    if (!own_tree(context.options())) request.command += fmt::format(" --file {}", file.string());
    if (context.options().backend != "auto") request.command += " --backend " + context.options().backend;
    request.seed = context.options().seed.value_or(secret_seed());
    request.only_case = context.options().only_case;
    request.progress = [&](const std::string& what) { context.status().show(what); };
    LabGrade grade = grade_lab(context.backend(), lab, request);
    context.status().clear();
    grade.next = next_step(context, grade);
    return grade;
}

/// What stands in a class's report where the machine, or a file that plays the machine, got in the way of one
/// grade.
LabGrade could_not_grade(const Lab& lab, const std::string& why) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    grade.steps.push_back({"runs", Status::not_measured, why, {}, 0, 0});
    settle(grade);
    return grade;
}

/// Grades one file of a class. What happens to it must not take the others' grades away.
LabGrade grade_one_of_many(Context& context, const Lab& lab, const std::filesystem::path& file) {
    try {
        return grade_one(context, lab, file);
    } catch (const std::exception& error) {
        context.status().clear();
        return could_not_grade(lab, error.what());
    }
}

/// Finds out that a report cannot be written before a class is graded, not after.
void try_report_files(const Options& options) {
    for (const ReportOption& option : options.reports)
        if (!option.file.empty() && !std::ofstream(option.file, std::ios::app))
            throw EnvironmentError("cannot write " + option.file.string());
}

void write_reports(Context& context, const GradeReport& report) {
    for (const ReportOption& option : context.options().reports) {
        if (option.format != "json") continue;
        const std::string text = render_json(report);
        if (option.file.empty()) {
            std::cout << text;
            continue;
        }
        std::ofstream out(option.file);
        out << text;
        if (!out.flush()) throw EnvironmentError("cannot write " + option.file.string());
    }
}

bool wants_console(const Options& options) {
    for (const ReportOption& report : options.reports)
        if (report.format == "json" && report.file.empty()) return false;
    return true;
}

std::vector<ProgressEntry> progress_entries(Context& context) {
    std::vector<ProgressEntry> entries;
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        entries.push_back({lab.id, progress.verdict, progress.score, progress.max_score});
    }
    return entries;
}

ExitStatus status_of(const GradeReport& report, bool device_usable, bool exit_zero) {
    bool failed = false;
    bool graded = true;
    for (const Submission& submission : report.submissions)
        for (const LabGrade& grade : submission.labs) {
            failed = failed || grade.verdict == Verdict::fail;
            graded = graded && grade.verdict != Verdict::not_graded;
        }
    // Without a device nothing can be graded, which is no fault; with one, what was not graded is the
    // machine's.
    if (!graded && device_usable) return ExitStatus::environment;
    if (exit_zero) return ExitStatus::passed;
    if (failed) return ExitStatus::not_passed;
    return graded ? ExitStatus::passed : ExitStatus::environment;
}

} // namespace

ExitStatus grade_command(Context& context) {
    const Submissions submissions = select(context);
    try_report_files(context.options());
    const bool console = wants_console(context.options());
    GradeReport report;
    report.backend = context.backend().name();
    report.device = context.backend().availability().usable ? context.backend().device().name : "";
    report.many = submissions.many;
    compile_ahead(context, submissions);
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const bool own = own_tree(context.options());
    const std::string device = report.device.empty() ? "no GPU" : report.device;
    for (const SubmittedFiles& student : submissions.students) {
        Submission graded{student.id, {}};
        for (const Lab* lab : context.labs()) {
            const auto file = student.files.find(lab->id);
            if (file == student.files.end()) {
                // Of a whole class every lab is asked for; of one set, what was named.
                if (submissions.many || !context.options().labs.empty()) {
                    graded.labs.push_back(not_submitted(*lab));
                    if (console && !submissions.many)
                        std::cout << render_console(graded.labs.back(), context.style(), device);
                }
                continue;
            }
            graded.labs.push_back(submissions.many ? grade_one_of_many(context, *lab, file->second)
                                                   : grade_one(context, *lab, file->second));
            if (own && !context.options().only_case) context.progress().record(graded.labs.back());
            if (console && !submissions.many)
                std::cout << render_console(graded.labs.back(), context.style(), device) << std::flush;
        }
        report.submissions.push_back(std::move(graded));
    }
    if (console && submissions.many) std::cout << render_class_table(report, context.style());
    if (console && own)
        std::cout << render_progress_line(progress_entries(context), context.style()) << last_page(context);
    write_reports(context, report);
    return status_of(report, context.backend().availability().usable, context.options().exit_zero);
}

} // namespace grader
