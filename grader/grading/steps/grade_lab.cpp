#include "grading/steps/grade_lab.h"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>

#include "base/errors.h"
#include "base/files.h"
#include "base/secrets.h"
#include "base/shell_word.h"
#include "course/skeleton.h"
#include "grading/backend/build.h"
#include "grading/messages/builds.h"
#include "grading/messages/message.h"
#include "grading/messages/results.h"
#include "grading/messages/runs.h"
#include "grading/steps/builds_step.h"
#include "grading/steps/clean_step.h"
#include "grading/steps/modelled_speed.h"
#include "grading/steps/speed_step.h"
#include "grading/steps/technique_step.h"
#include "grading/verify/case_runner.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// A grade in progress: the steps append to it, in order.
class GradeBuilder {
public:
    GradeBuilder(const Backend& backend, const Lab& lab, const GradeRequest& request)
        : backend_(backend), lab_(lab), build_(build_of(lab, {})), request_(request) {
        grade_.id = lab.id;
        grade_.title = lab.manifest.title;
        grade_.seed = std::to_string(request.seed);
        grade_.replayed = request.only_case.value_or("");
    }

    LabGrade run() {
        const bool built = timed("builds", [&] { return builds(); });
        if (!built) {
            skip_rest("builds");
        } else if (!backend_.availability().usable) {
            skip_rest(backend_.availability().reason);
        } else {
            start_run_deadline();
            switch (request_.phase) {
                case GradePhase::whole: run_all_steps(); break;
                case GradePhase::checks: check(); break;
                case GradePhase::timing: finish(); break;
            }
        }
        if (is_unchanged_skeleton()) {
            if (request_.phase == GradePhase::checks && request_.prescreen)
                skip_rest("the first change of the file");
            drop_points();
        }
        note_undetectable_tasks();
        finalize_grade(grade_);
        return std::move(grade_);
    }

private:
    void run_all_steps() {
        const bool right = timed("runs and correct", [&] { return runs_and_correct(); });
        if (request_.only_case)
            skip_rest(messages::only_one_case);
        else if (!right)
            skip_rest(grade_.first_failed()->name);
        else
            run_later_steps();
    }

    /// Runs the steps that need no GPU; missing steps are left for the timing phase. Without prescreening
    /// some results may be wrong, so a mistake that `clean` finds does not keep a case from being run.
    void check() {
        if (request_.prescreen && !timed("cases on the simulator", [&] { return runs_and_correct(); }))
            return skip_rest(grade_.first_failed()->name);
        if (lab_.manifest.has_step("clean") && !timed("clean", [&] { return clean(); })) {
            if (request_.prescreen) skip_rest("clean");
            return;
        }
        if (lab_.manifest.has_step("technique")) timed("technique", [&] { return technique(); });
    }

    void finish() {
        grade_.steps.front() = *request_.checked->find("builds");
        for (const auto& spent : request_.checked->seconds) grade_.seconds.push_back(spent);
        if (!timed("runs and correct", [&] { return runs_and_correct(); }))
            return skip_rest(grade_.first_failed()->name);
        for (const char* name : {"clean", "technique"}) {
            const Step* step = request_.checked->find(name);
            if (step == nullptr || step->status == Status::waits) continue;
            grade_.steps.push_back(*step);
            if (step->name == "clean" && step->status != Status::pass) return skip_rest("clean");
        }
        grade_.counted = request_.checked->counted;
        grade_.counters = request_.checked->counters;
        grade_.evidence.checked_code = request_.checked->evidence.checked_code;
        grade_.evidence.counted_code = request_.checked->evidence.counted_code;
        grade_.gates = request_.checked->gates;
        if (grade_.find("technique") != nullptr && !request_.checked->evidence.counted_by_call.empty())
            (void)fail_if_device_differs(grade_.steps.back(), backend_, build_, request_.seed,
                                         request_.checked->evidence.counted_by_call);
        if (!lab_.manifest.has_step("fast")) return;
        timed("thresholds", [&] { return find_thresholds(); });
        timed("fast", [&] { return fast(); });
        compare_with_timed(grade_, backend_.is_reference_device());
    }

    /// Returns why no clock will measure the build's speed; empty if one does, or will later.
    [[nodiscard]] Message why_untimed() const {
        return request_.device_follows ? Message() : backend_.why_untimed();
    }

    /// Returns why the build's speed is neither measured nor modelled.
    [[nodiscard]] Message why_no_speed() const {
        if (const Message why = why_untimed(); why.empty() || !request_.may_model) return why;
        return grader::why_no_speed(backend_, lab_);
    }

    /// Returns whether the starter code is unchanged: any right results are then the course's own work.
    [[nodiscard]] bool is_unchanged_skeleton() const {
        return !lab_.manifest.skeleton_fingerprint.empty() && fs::is_regular_file(request_.source) &&
               grader::is_unchanged_skeleton(lab_.manifest, split_regions(read_text(request_.source)));
    }

    /// Takes the points away, with a message; without points there is no message.
    void drop_points() {
        const auto earned = [](const Step& step) { return step.points > 0; };
        if (std::none_of(grade_.steps.begin(), grade_.steps.end(), earned)) return;
        for (Step& step : grade_.steps) step.points = 0;
        grade_.steps.front().details.emplace_back(messages::skeleton_unchanged);
    }

    /// Notes the tasks whose omission only a clock can detect, if there is none.
    void note_undetectable_tasks() {
        if (lab_.manifest.undetectable_task.empty() || why_untimed().empty()) return;
        grade_.undetectable_tasks = {lab_.manifest.undetectable_task};
        grade_.undetectable_sentence = lab_.manifest.undetectable_sentence();
    }

    /// Starts the deadline for all runs together.
    void start_run_deadline() {
        using std::chrono::steady_clock;
        RunLimits& limits = build_.limits;
        const bool instrumented = lab_.manifest.has_step("clean") || lab_.manifest.has_step("technique");
        limits.all_runs_s = seconds_of_all_runs(backend_.limits(limits).wall_s,
                                                instrumented ? simulated_limits(limits).wall_s : 0) +
                            (backend_.name() == "gpu" ? seconds_to_open_a_gpu : 0);
        limits.end = steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(
                                               std::chrono::duration<double>(limits.all_runs_s));
    }

    template <typename Work> bool timed(const std::string& name, Work work) {
        request_.progress(fmt::format("{}: {}", lab_.id, name));
        const auto start = std::chrono::steady_clock::now();
        const bool good = work();
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        grade_.seconds.emplace_back(name, elapsed.count());
        return good;
    }

    Step& add(const std::string& name, Status status, Message message) {
        // A replay of one case earns no points, right or wrong.
        const double max_points = request_.only_case ? 0 : lab_.manifest.max_points(name);
        grade_.steps.push_back({name, status, std::move(message), {}, 0, max_points});
        return grade_.steps.back();
    }

    /// Skips every step of the lab that the grade does not have yet. A speed that cannot be measured here is
    /// skipped, too: the earlier step has decided that it earns no points.
    void skip_rest(const std::string& awaited) {
        skip_rest(Status::waits, {messages::waits_for, {{"step", awaited}}});
    }
    /// Skips every missing step as not measured.
    void skip_rest(const Message& why) { skip_rest(Status::not_measured, why); }

    void skip_rest(Status status, const Message& why) {
        for (const std::string& name : step_names)
            if (grade_.find(name) == nullptr && lab_.manifest.has_step(name)) add(name, status, why);
    }

    /// Runs the steps that require right results. `technique` and `fast` examine independent aspects, so that
    /// neither waits for the other.
    void run_later_steps() {
        if (lab_.manifest.has_step("clean") && !timed("clean", [&] { return clean(); }))
            return skip_rest("clean");
        if (lab_.manifest.has_step("technique")) timed("technique", [&] { return technique(); });
        if (!lab_.manifest.has_step("fast")) return;
        if (const Message why = why_no_speed(); !why.empty()) {
            add("fast", Status::not_measured, why);
            return;
        }
        timed("thresholds", [&] { return find_thresholds(); });
        timed("fast", [&] { return fast(); });
        compare_with_timed(grade_, backend_.is_reference_device());
    }

    bool clean() {
        grade_.steps.push_back(check_clean(backend_, build_, request_, grade_));
        return grade_.steps.back().status == Status::pass;
    }

    bool technique() {
        grade_.steps.push_back(check_technique(backend_, build_, request_, grade_));
        return grade_.steps.back().status == Status::pass;
    }

    bool builds() {
        grade_.steps.push_back(check_builds(backend_, lab_, request_.source, build_.object));
        return grade_.steps.back().status == Status::pass;
    }

    bool runs_and_correct() {
        const kernelsmith::Problem& problem = load_problem(lab_.module);
        CaseFailure failure;
        double earned = 0;
        double total = 0;
        std::size_t tried = 0;
        std::size_t wrong = 0;
        Message at = messages::when_loaded;
        DrawnCase running;
        CaseOptions inquiry = inquiry_of(request_);
        CaseRunner runner(backend_, build_, problem);
        try {
            runner.load();
            for (std::size_t i = 0; i < lab_.manifest.cases.size(); ++i) {
                const Case one = case_of(i);
                if (request_.only_case && *request_.only_case != one.name) continue;
                const std::uint64_t seed = derive(request_.seed, "case", i);
                const kernelsmith::Sizes sizes = one.draw(seed);
                at = {messages::on_case, {{"case", one.name}, {"sizes", problem.describe(sizes)}}};
                running = {one.name, sizes, seed};
                const CaseOutcome outcome = runner.run(sizes, seed, inquiry);
                inquiry.call_again =
                    inquiry.call_again && outcome.passed; // only the first wrong case is reported
                ++tried;
                total += one.weight;
                earned += outcome.passed ? one.weight : 0;
                // A wrong grade shows the kernels of the case that it reports.
                if (!outcome.launches.empty() && wrong == 0) {
                    grade_.launches = outcome.launches;
                    grade_.launches_of = one.name;
                }
                if (outcome.passed) continue;
                if (++wrong == 1) failure = {running, at, outcome};
                if (request_.verdict_only) break;
            }
        } catch (const RunnerDied& death) {
            return fail_runs(death.message, at, running, runner.output());
        } catch (const RunnerFault& fault) {
            return fail_runs(explain(fault, lab_.manifest.entry), at, running, runner.output(),
                             advice_on(fault));
        }
        const Message ran = request_.only_case ? Message(messages::completed)
                                               : Message(messages::all_completed, {{"cases", tried}});
        quote(add("runs", Status::pass, ran), runner.output());
        grade_.cases = CaseCount{tried - wrong, tried};
        Step& step = add("correct", wrong == 0 ? Status::pass : Status::fail, {});
        step.points = total > 0 ? step.max_points * earned / total : 0;
        if (wrong == 0)
            step.message = request_.only_case ? Message(messages::case_is_right, {{"at", at}})
                                              : Message(messages::cases_are_right, {{"cases", tried}});
        else
            describe_failure(step, failure, wrong, tried);
        return wrong == 0;
    }

    /// Returns the options for a case. The simulator executes a program in a deterministic order and reports
    /// data races itself, so no second call is needed.
    [[nodiscard]] CaseOptions inquiry_of(const GradeRequest& request) const {
        const bool own_launch = has_own_launch(split_regions(read_text(request.source)));
        return {own_launch ? LaunchOwner::student : LaunchOwner::course,
                !request.verdict_only && backend_.why_untimed().empty()};
    }

    /// Returns the case to run. If times do not matter, it may be smaller, and finds the same errors.
    [[nodiscard]] Case case_of(std::size_t number) const {
        const Case& one = lab_.manifest.cases[number];
        return backend_.why_untimed().empty() ? one : one.on_simulator();
    }

    struct CaseFailure {
        DrawnCase drawn;
        Message at;
        CaseOutcome outcome;
    };

    void describe_failure(Step& step, const CaseFailure& failure, std::size_t wrong, std::size_t tried) {
        step.message = request_.only_case ? Message(messages::case_is_wrong, {{"at", failure.at}})
                                          : Message(messages::cases_are_wrong,
                                                    {{"wrong", wrong}, {"cases", tried}, {"at", failure.at}});
        step.details.push_back(failure.outcome.message);
        if (const std::string open = unfinished_todos(split_regions(read_text(request_.source)),
                                                      lab_.manifest.last_task_affecting_results());
            !open.empty())
            step.details.emplace_back(messages::only_placeholders, Arguments{{"tasks", open}});
        for (const Message& detail : failure.outcome.details) step.details.push_back(detail);
        look_for_mistakes(step, failure.drawn, failure.outcome);
        note_saved_gpu_time(step);
        step.replay = replay(failure.drawn.name);
    }

    bool fail_runs(const Message& why, const Message& at, const DrawnCase& running, const std::string& output,
                   const Message& advice = {}) {
        grade_.launches.clear(); // those of an earlier case; the launches of this one are unknown
        Step& step = add("runs", Status::fail, why);
        step.details.emplace_back(messages::happened, Arguments{{"at", at}});
        if (!advice.empty()) step.details.push_back(advice);
        quote(step, output);
        if (!at.is(messages::when_loaded)) look_for_mistakes(step, running, {});
        note_saved_gpu_time(step);
        step.replay = replay("");
        add("correct", Status::waits, {messages::waits_for, {{"step", "runs"}}});
        return false;
    }

    void note_saved_gpu_time(Step& step) const {
        if (request_.device_follows && backend_.name() == "sim")
            step.details.emplace_back(messages::saved_gpu_time);
    }

    /// Adds the simulator's findings. A wrong result, or a crash on a device, does not show its cause, but
    /// the simulator's checks of the same build often do.
    void look_for_mistakes(Step& step, const DrawnCase& failing, const CaseOutcome& outcome) {
        if (request_.verdict_only) return;
        request_.progress(fmt::format("{}: looking for the cause", lab_.id));
        step.observed = first_mistake(backend_, build_, request_, failing, outcome);
    }

    /// Returns the command that repeats the failure, restricted to @p case_name unless it is empty.
    [[nodiscard]] std::string replay(const std::string& case_name) const {
        return fmt::format("{} --seed {}{}", request_.command, grade_.seed,
                           case_name.empty() ? "" : " --case " + shell_word(case_name));
    }

    /// Quotes the output of the student's code, for the student: the grader does not parse it.
    static void quote(Step& step, const std::string& output) {
        if (output.empty()) return;
        step.details.emplace_back(messages::printed);
        for (const std::string_view line : split_lines(output))
            step.details.emplace_back(messages::printed_line, Arguments{{"text", line}});
    }

    bool fast() {
        const auto run_speed_step = backend_.why_untimed().empty() ? measure_speed : model_speed;
        run_speed_step(backend_, build_, request_, thresholds_, grade_);
        return true;
    }

    /// Finds the thresholds. If they must be measured first, the deadline for the student's runs starts
    /// again.
    bool find_thresholds() {
        const auto start = std::chrono::steady_clock::now();
        thresholds_ = request_.thresholds ? request_.thresholds()
                                          : lab_.manifest.speed.recorded_for(backend_.device().thresholds);
        if (build_.limits.end) *build_.limits.end += std::chrono::steady_clock::now() - start;
        return true;
    }

    const Backend& backend_;
    const Lab& lab_;
    Build build_; ///< no object before the step `builds`, no deadline before start_run_deadline()
    const GradeRequest& request_;
    LabGrade grade_;
    ThresholdsInUse thresholds_;
};

} // namespace

LabGrade grade_lab(const Backend& backend, const Lab& lab, const GradeRequest& request) {
    const auto wanted = [&](const Case& one) { return one.name == request.only_case; };
    if (request.only_case && std::none_of(lab.manifest.cases.begin(), lab.manifest.cases.end(), wanted))
        throw UsageError(fmt::format("{} has no case \"{}\".", lab.id, *request.only_case));
    return GradeBuilder(backend, lab, request).run();
}

bool needs_timing(const Lab& lab, const LabGrade& checked) {
    return std::any_of(step_names.begin(), step_names.end(), [&](const std::string& name) {
        return lab.manifest.has_step(name) && checked.find(name) == nullptr;
    });
}

} // namespace grader
