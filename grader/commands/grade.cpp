#include "commands/commands.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/patched_source.h"
#include "child/interrupt.h"
#include "commands/last_page.h"
#include "commands/report_files.h"
#include "course/submissions.h"
#include "grade/grade_lab.h"
#include "report/console.h"
#include "report/text.h"
#include "secrets.h"
#include "shell_word.h"

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
        std::map<std::string, std::string> refused;
        for (const Lab* lab : context.labs()) {
            if (const auto file = student.files.find(lab->id); file != student.files.end())
                named.insert(*file);
            if (const auto why = student.refused.find(lab->id); why != student.refused.end())
                refused.insert(*why);
        }
        student.files = std::move(named);
        student.refused = std::move(refused);
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
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception&) {
        // Comes up again, with its message, when this file's own turn comes.
    }
}

/// The grade of a lab for which there is no file: @p why.
LabGrade without_file(const Backend& backend, const Lab& lab, const std::string& why) {
    LabGrade grade;
    grade.id = lab.id;
    grade.title = lab.manifest.title;
    grade.verdict = Verdict::fail;
    // Of as many points as anybody can have here.
    for (const std::string& step : step_names)
        if (step != "fast" || backend.why_untimed().empty()) grade.max_score += lab.manifest.worth(step);
    grade.steps.push_back({"builds", Status::fail, why, {}, 0, 0});
    return grade;
}

/// @p student has not handed in @p lab.
LabGrade not_submitted(const Backend& backend, const Lab& lab, const SubmittedFiles& student) {
    const auto instead = student.instead.find(lab.id);
    const std::string why =
        instead == student.instead.end()
            ? "not submitted"
            : fmt::format("not submitted: there is no student.cu, but {}", instead->second);
    LabGrade grade = without_file(backend, lab, why);
    grade.submitted = false;
    return grade;
}

/// Whether the files graded are this tree's own student.cu: only their grades are remembered, and only they
/// get hints.
bool own_tree(const Options& options) { return options.all.empty() && options.file.empty(); }

/// What was typed, or might have been, to grade @p file as @p lab: for a shell, and from the same folder.
std::string command_for(const Context& context, const Lab& lab, const std::filesystem::path& file) {
    const Options& options = context.options();
    const std::filesystem::path program = find_places().programs / "grader";
    const std::filesystem::path from_here = program.lexically_relative(std::filesystem::current_path());
    const bool below = !from_here.empty() && *from_here.begin() != "..";
    std::string command = shell_word((below ? from_here : program).string()) + " " + lab.id.substr(0, 2);
    const auto add = [&](const char* option, std::string value) {
        if (value.starts_with('-')) value.insert(0, "./"); // a file; nothing else that is added begins so
        if (!value.empty()) command += fmt::format(" {} {}", option, shell_word(value));
    };
    if (!own_tree(options)) add("--file", file.string());
    if (options.backend != "auto") add("--backend", options.backend);
    add("--device", options.device);
    add("--isolation", options.isolation_text);
    add("--course", options.course.string());
    add("--modules", options.modules.string());
    return command;
}

/// What is left to do after one case was replayed and is right.
std::string rest_of(Context& context, const Lab& lab, const std::filesystem::path& file) {
    std::vector<std::string> others;
    if (const std::size_t cases = lab.manifest.cases.size() - 1; cases > 0)
        others.push_back(fmt::format("{} more case{}", cases, cases == 1 ? "" : "s"));
    for (const std::string& step : step_names)
        if (step != "builds" && step != "runs" && step != "correct" && lab.manifest.has_step(step))
            others.push_back(step);
    const bool own = own_tree(context.options());
    const std::string failed = own ? context.progress().of(lab.id).failed_step : "";
    return fmt::format("the whole grade{} ({}): {}", failed.empty() ? "" : ", which failed at " + failed,
                       fmt::join(others, ", "),
                       own && context.options().course.empty() ? "make grade LAB=" + lab.id.substr(0, 2)
                                                               : command_for(context, lab, file));
}

/// The one thing to do next, for the report's last line.
std::string next_step(Context& context, const LabGrade& grade, const std::filesystem::path& file) {
    const std::string number = grade.id.substr(0, 2);
    if (grade.first_failed() != nullptr && !own_tree(context.options())) return {};
    if (grade.first_failed() != nullptr) return fmt::format("a hint: build/bin/grader hint {}", number);
    if (is_right_replay(grade)) return rest_of(context, context.course().lab(grade.id), file);
    if (grade.verdict == Verdict::not_graded)
        return "on a machine with an NVIDIA GPU: make grade LAB=" + number;
    if (grade.verdict == Verdict::pass && grade.find("fast") != nullptr && !grade.speedup)
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
    request.source = whole_source(context.backend(), lab, file);
    request.command = command_for(context, lab, file);
    request.seed = context.options().seed.value_or(secret_seed());
    request.replayed = context.options().seed.has_value();
    request.only_case = context.options().only_case;
    request.progress = [&](const std::string& what) { context.status().show(what); };
    LabGrade grade = grade_lab(context.backend(), lab, request);
    context.status().clear();
    grade.next = next_step(context, grade, file);
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
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        context.status().clear();
        return could_not_grade(lab, error.what());
    }
}

std::vector<ProgressEntry> progress_entries(Context& context) {
    std::vector<ProgressEntry> entries;
    for (const Lab& lab : context.course().labs()) {
        const LabProgress progress = context.progress().of(lab.id);
        entries.push_back({lab.id, progress.verdict, progress.score, progress.max_score});
    }
    return entries;
}

/// What has been graded so far, for whoever looks, and in case that neither the grader nor the machine lives to see the
/// end. A disk that is full now need not be so then.
void write_so_far(Context& context, const GradeReport& report) {
    try {
        write_reports(context.options(), report, false);
    } catch (const EnvironmentError& error) {
        context.status().clear();
        std::cerr << "grader: " << error.what() << "; going on\n";
    }
}

ExitStatus status_of(const GradeReport& report, bool device_usable, bool exit_zero) {
    bool failed = false;
    bool graded = true;
    for (const Submission& submission : report.submissions)
        for (const LabGrade& grade : submission.labs) {
            failed = failed || grade.verdict == Verdict::fail;
            graded = graded && (grade.verdict != Verdict::not_graded || is_right_replay(grade));
        }
    // Without a device nothing can be graded, which is no fault; with one, what was not graded is the
    // machine's.
    if (!graded && device_usable) return ExitStatus::environment;
    if (exit_zero) return ExitStatus::passed;
    if (failed) return ExitStatus::not_passed;
    return graded ? ExitStatus::passed : ExitStatus::environment;
}

/// Grades what @p student handed in, into the last submission of @p report.
void grade_student(Context& context, const SubmittedFiles& student, GradeReport& report) {
    const bool console = wants_console(context.options()) && !report.many;
    const std::string device =
        (report.device.empty() ? "no GPU" : report.device) + ", " + to_string(report.isolation.level);
    std::vector<LabGrade>& grades = report.submissions.back().labs;
    for (const Lab* lab : context.labs()) {
        const auto file = student.files.find(lab->id);
        if (const auto refused = student.refused.find(lab->id); refused != student.refused.end()) {
            grades.push_back(without_file(context.backend(), *lab, refused->second));
        } else if (file == student.files.end()) {
            // Of a whole class every lab is asked for; of one set, what was named.
            if (!report.many && context.options().labs.empty()) continue;
            grades.push_back(not_submitted(context.backend(), *lab, student));
        } else {
            grades.push_back(report.many ? grade_one_of_many(context, *lab, file->second)
                                         : grade_one(context, *lab, file->second));
            if (own_tree(context.options()) && !context.options().only_case)
                context.progress().record(grades.back());
        }
        if (console) std::cout << render_console(grades.back(), context.style(), device) << std::flush;
    }
}

/// Ends with what there is: reports of what was graded, a table of it, and words about the rest.
[[noreturn]] void end_early(Context& context, GradeReport& report, std::size_t asked_for,
                            const Interrupted& why) {
    context.status().clear();
    std::string unfinished;
    // Whoever was being graded comes last; of a single set, what is done stands for itself.
    if (!report.submissions.empty() && (report.many || report.submissions.back().labs.empty())) {
        unfinished = report.submissions.back().id;
        report.submissions.pop_back();
    }
    const std::size_t graded = report.submissions.size();
    if (graded > 0) {
        if (report.many && wants_console(context.options()))
            std::cout << render_class_table(report, context.style());
        write_reports(context.options(), report, true);
    }
    std::string words = why.what();
    if (report.many) words += fmt::format("; {} of {} submissions were graded", graded, asked_for);
    for (const ReportOption& option : context.options().reports)
        if (graded > 0 && !option.file.empty()) words += fmt::format(", {} has them", option.file.string());
    if (!unfinished.empty()) words += fmt::format("; that of {} was under way", printable(unfinished));
    throw Interrupted(words + ".");
}

} // namespace

ExitStatus grade_command(Context& context) {
    const Submissions submissions = select(context);
    if (submissions.many) context.expect_strangers();
    try_report_files(context.options());
    const InterruptsNoted interrupts;
    GradeReport report;
    report.many = submissions.many;
    report.left_out = submissions.left_out;
    report.complete = !submissions.many;
    try {
        report.backend = context.backend().name();
        report.isolation = context.backend().isolation();
        report.device = context.backend().availability().usable ? context.backend().device().name : "";
        compile_ahead(context, submissions);
        const std::unique_ptr<DeviceLock> lock = context.lock_device();
        for (const SubmittedFiles& student : submissions.students) {
            report.submissions.push_back({student.id, {}});
            grade_student(context, student, report);
            report.complete = report.submissions.size() == submissions.students.size();
            if (!report.complete) write_so_far(context, report);
        }
    } catch (const Interrupted& why) {
        end_early(context, report, submissions.students.size(), why);
    }
    const bool console = wants_console(context.options());
    if (console && submissions.many) std::cout << render_class_table(report, context.style());
    if (console && own_tree(context.options()))
        std::cout << render_progress_line(progress_entries(context), context.style()) << last_page(context);
    write_reports(context.options(), report, true);
    return status_of(report, context.backend().availability().usable, context.options().exit_zero);
}

} // namespace grader
