#pragma once

/// @file
/// The data of a grade: steps with a status, points, and the measured speedup. Reports print these and
/// nothing else.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "course/manifest.h"
#include "grading/channel/launch.h"
#include "grading/grade/executed_code.h"
#include "grading/isolation/isolation.h"
#include "grading/measure/clocks.h"
#include "grading/measure/verdict.h"
#include "grading/messages/message.h"

namespace grader {

/// The result of a step.
enum class Status {
    pass,
    fail,
    /// The threshold is inside the confidence interval, or inside a model's error: counts as passed.
    too_close,
    waits,        ///< an earlier step failed
    not_measured, ///< could not be done here, for the reason in the message: leaves the grade incomplete
};

/// One step of a grade.
struct Step {
    std::string name;              ///< one of step_names in course/manifest.h
    Status status = Status::waits; ///< initially every step waits
    Message message;               ///< empty if a step waits, or if a report shows it by the status
    /// Additional information for a student: compiler output, mismatches, and the diagnoses derived from
    /// them.
    std::vector<Message> details;
    double points = 0;     ///< earned
    double max_points = 0; ///< 0 for a step that is only a precondition of the later ones
    /// Findings of the simulator about a build that fails without it. Printed below the details, and never
    /// truncated because of them.
    std::vector<Message> observed = {};
    std::string replay = {}; ///< the command that repeats the failure; empty if there is none
};

/// The timed comparison with the baseline.
struct Speedup {
    ThresholdSide where = ThresholdSide::straddles; ///< side of the threshold
    double ratio = 0;     ///< median of the pairs' ratios, which need not be the ratio of the median times
    double low = 0;       ///< lower end of the confidence interval
    double high = 0;      ///< upper end of the confidence interval
    double threshold = 0; ///< from here on `fast` passes
    double full = 0;      ///< from here on `fast` earns all points
    /// Up to here `fast` earns no points, because the earlier labs teach as much.
    double known = ramp_start;
    /// The source of these three values: on an unknown GPU they are derived from it as the same shares of the
    /// limit; elsewhere they are equal.
    ThresholdsInUse in_use;
    double baseline_ms = 0;     ///< median
    double student_ms = 0;      ///< median
    double limit_ms = 0;        ///< the physical limit, from ceilings measured in the same run
    double of_limit = 0;        ///< limit divided by the student's time, 0 to 1
    std::string limit;          ///< name of the limit: "copy bandwidth"
    std::string case_name;      ///< the timed case that was measured
    std::size_t pairs = 0;      ///< number of pairs in the medians
    std::vector<Round> rounds;  ///< the pairs by rounds, each with fresh processes of both sides
    std::string modelled = {};  ///< the GPU whose times were modelled, "h200"; empty: measured
    double baseline_spread = 0; ///< relative difference between two processes of the baseline: 0.02 for 2 %
    Clocks clocks;              ///< clock rates during the timing; Clocks::known() is false if none was read
};

/// The number of a lab's cases with right results.
struct CaseCount {
    std::size_t passed = 0; ///< number of right cases
    std::size_t total = 0;  ///< cases that ran: all of the lab, 1 for a replay, or up to the first wrong one
};

/// The result of one gate.
struct GateResult {
    std::string counter; ///< name in course/quantity.h
    std::string text;    ///< its printed name, with the problem's own word for an item
    double value = 0;    ///< the counted value
    bool passed = false; ///< whether the value is within the gate's bounds
};

/// The overall result of a lab's grade.
enum class Verdict { pass, fail, not_graded };

/// The score after a class's rules on time and attempts.
struct AdjustedScore {
    double score = 0; ///< the part of LabGrade::score that counts
    std::string note; ///< effect of lateness, "1 day 2 h late: 20 % off"; empty if the work is on time
    /// Index of the submission, "3 of 4, 2026-12-01 22:14"; empty if it is the only one.
    std::string attempt;
};

/// Evidence that later steps of a grade use.
struct GradeEvidence {
    std::optional<LaunchLogGap>
        launch_gap;            ///< why LabGrade::launches cannot be all launches of the timed run
    bool work_on_host = false; ///< `technique` found that the host, not the kernels, computed the results
    /// LabGrade::counted call by call: the same launches are requested from a GPU, which may be in another
    /// machine.
    std::vector<std::vector<Launch>> counted_by_call;
    std::vector<std::map<std::string, double>> counters_by_call; ///< LabGrade::counters call by call
    ExecutedCode checked_code; ///< code of the submission that ran under checks
    ExecutedCode counted_code; ///< code of the submission that ran while it was counted
};

/// The grade of one lab.
struct LabGrade {
    std::string id;                        ///< id of the lab
    std::string title;                     ///< title of the lab
    Verdict verdict = Verdict::not_graded; ///< computed from the steps by finalize_grade()
    bool submitted = true;                 ///< false: there is no file to grade
    double score = 0;                      ///< sum of the points of the steps
    double max_score = 0;                  ///< points of all steps of the lab, measured or not
    /// `technique` or `fast` could not be measured here, so `score` may still rise. Such a grade never
    /// passes.
    bool incomplete = false;
    std::vector<Step> steps;        ///< in the order of step_names
    std::optional<Speedup> speedup; ///< none: nothing was timed, or the timed result was wrong
    /// Launches of the timed run. If nothing was timed, of the first wrong case or, if all are right, of the
    /// last one.
    std::vector<Launch> launches;
    std::string launches_of;     ///< the name of that case; empty: `launches` are of the timed run
    std::vector<Launch> counted; ///< launches of the counted run; empty if nothing was counted
    /// Quantities over the whole counted run, by their names in course/quantity.h.
    std::map<std::string, double> counters;
    GradeEvidence evidence; ///< used by later steps and in no report
    /// The name of the only case that was run, which is not a grade; empty: all cases were run.
    std::string replayed;
    std::string seed; ///< replays the inputs of this grade
    std::string next; ///< the next thing to do; may be empty
    std::vector<std::string>
        undetectable_tasks; ///< ids of tasks whose omission cannot be detected on the machine that graded
    /// Explanation of `undetectable_tasks` for a student; empty if there are none.
    std::string undetectable_sentence;
    std::vector<std::pair<std::string, double>> seconds; ///< time of each part of grading, in seconds
    std::optional<CaseCount> cases;                      ///< none: no run finished all cases
    std::vector<GateResult> gates;                       ///< empty: nothing was counted
    std::optional<AdjustedScore>
        adjusted_score; ///< in a class's report; none: `score` counts, for the only submission

    /// Returns whether `score` is final: the lab was graded, and no step is missing.
    [[nodiscard]] bool is_mark() const { return verdict != Verdict::not_graded && !incomplete; }

    /// Returns whether the grade has a score, final or incomplete.
    [[nodiscard]] bool has_score() const { return verdict != Verdict::not_graded || incomplete; }

    /// Returns the score that counts: `score`, unless the class's rules change it.
    [[nodiscard]] double counted_score() const { return adjusted_score ? adjusted_score->score : score; }

    /// Returns the step called @p name; null if the grade has none.
    [[nodiscard]] const Step* find(const std::string& name) const {
        for (const Step& step : steps)
            if (step.name == name) return &step;
        return nullptr;
    }

    /// Returns the first failed step; null if none failed.
    [[nodiscard]] const Step* first_failed() const {
        for (const Step& step : steps)
            if (step.status == Status::fail) return &step;
        return nullptr;
    }
};

/// The labs of one student.
struct Submission {
    std::string id;             ///< empty for the course's own labs
    std::vector<LabGrade> labs; ///< in the order in which they were graded
};

/// All grades of one invocation.
struct GradeReport {
    std::string backend;                 ///< Backend::name()
    std::string device;                  ///< name of the device; "none" if nothing could be run
    Isolation isolation;                 ///< isolation of the graded code
    bool is_class = false;               ///< a class: one entry per student
    bool complete = true;                ///< false for a class in which others are still to be graded
    std::vector<Submission> submissions; ///< a single set of labs has one entry
    std::vector<std::string> skipped =
        {}; ///< for a class: files that were not graded, but may have been meant as submissions
};

/// Sums the points, computes the verdict and sets `incomplete`. A replay of one right case is `not_graded`,
/// and so is an incomplete grade without a failed step.
void finalize_grade(LabGrade& grade);

/// Returns whether @p grade lacks `technique` or `fast` although no earlier step failed. A replay of one case
/// lacks nothing.
bool lacks_step(const LabGrade& grade);

/// Returns whether @p grade is a replay of one case, and the case is right.
bool is_right_replay(const LabGrade& grade);

/// Returns the messages about the failure of @p step, from the step and the simulator: the message, then the
/// details. Excludes gates that passed.
std::vector<Message> failure_messages_of(const Step& step);

/// Returns the outcome of @p grade in the words of a manifest: `pass`, `fails:STEP`, or `not_graded`.
std::string outcome_of(const LabGrade& grade);

/// Returns the outcome of @p grade that @p expectation requires, in the words of outcome_of(). If `fast` was
/// not measured, a file that must pass or must fail there ends as `not_graded`: no other step may fail.
std::string expected_outcome(const LabGrade& grade, const Expectation& expectation);

/// Returns "passed", "not passed", "incomplete" or "not graded".
std::string verdict_in_words(const LabGrade& grade);

/// Returns `pass`, `fail`, `too_close`, `waits`, `not_measured`.
std::string to_string(Status status);
/// Returns `pass`, `fail`, `not_graded`.
std::string to_string(Verdict verdict);
/// Returns the verdict that to_string() writes as @p text; nothing if there is none.
std::optional<Verdict> verdict_from(const std::string& text);

} // namespace grader
