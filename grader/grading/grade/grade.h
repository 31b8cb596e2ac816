#pragma once

/// @file
/// What a grade is made of: steps with a status, points, and the measured speedup. Reports print these and
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

/// What became of a step.
enum class Status {
    pass,
    fail,
    too_close,    ///< the threshold lies inside the interval, or inside a model's error: counts as passed
    waits,        ///< an earlier step failed
    not_measured, ///< could not be done here, for a reason the message gives: leaves the grade incomplete
};

/// One step of a grade.
struct Step {
    std::string name;              ///< one of step_names in course/manifest.h
    Status status = Status::waits; ///< a step waits until it is its turn
    Message message;               ///< says nothing where a step waits, or a report says it by the status
    /// What a student needs beside it: compiler output, mismatches, what they suggest.
    std::vector<Message> details;
    double points = 0;     ///< earned
    double max_points = 0; ///< 0 for a step that is only a condition of the later ones
    /// What the simulator saw of a build that fails without it. Below the details, which never cut it off.
    std::vector<Message> observed = {};
    std::string replay = {}; ///< the command that does the same again; empty where there is none
};

/// The timed comparison with the baseline.
struct Speedup {
    ThresholdSide where = ThresholdSide::straddles; ///< against the threshold
    double ratio = 0;     ///< median of the pairs' ratios, which need not be the ratio of the median times
    double low = 0;       ///< of the confidence interval
    double high = 0;      ///< of the confidence interval
    double threshold = 0; ///< from here on `fast` is passed
    double full = 0;      ///< from here on all points
    double known = ramp_start; ///< up to here none, because the labs before teach as much
    /// What these three follow from: on an unknown GPU, the same shares of the limit; elsewhere they are the same.
    ThresholdsInUse in_use;
    double baseline_ms = 0;    ///< median
    double student_ms = 0;     ///< median
    double limit_ms = 0;       ///< the physical limit, from ceilings measured in the same run
    double of_limit = 0;       ///< limit over student's time, 0 to 1
    std::string limit;         ///< what it is a share of: "copy bandwidth"
    std::string case_name;     ///< the timed case it was measured at
    std::size_t pairs = 0;     ///< how many the medians are made of
    std::vector<Round> rounds; ///< the same, by fresh processes of each side
    std::string modelled = {}; ///< the GPU that it was modelled for, "h200"; empty: it was measured
    double control = 0;        ///< how far two of the baseline's processes lay apart: 0.02 for 2 %
    Clocks clocks;             ///< of the device meanwhile; not known on every device
};

/// How many of a lab's cases were right.
struct CaseCount {
    std::size_t passed = 0; ///< of those tried
    std::size_t total = 0;  ///< the lab's cases, or the one that was asked for
};

/// What became of one gate.
struct GateResult {
    std::string counter; ///< as course/quantity.h calls it
    std::string text;    ///< the same in words, with the problem's own word for an item
    double value = 0;    ///< what was counted
    bool passed = false; ///< whether it lies within the gate's bounds
};

/// What a lab's grade comes to.
enum class Verdict { pass, fail, not_graded };

/// What a class's rules on time and attempts make of a grade.
struct AdjustedScore {
    double score = 0; ///< what counts of LabGrade::score
    std::string note; ///< what being late does, "1 day 2 h late: 20 % off"; empty where the work is in time
    std::string attempt; ///< which hand-in it is, "3 of 4, 2026-12-01 22:14"; empty where there is only one
};

/// What later steps of a grade go by.
struct GradeEvidence {
    std::optional<LaunchLogGap>
        launch_gap;            ///< why LabGrade::launches cannot be all that the timed run launched
    bool work_on_host = false; ///< `technique` found that the results are not the work of the kernels
    /// LabGrade::counted call by call: a GPU is asked for the same launches, which may be another machine's work.
    std::vector<std::vector<Launch>> counted_by_call;
    std::vector<std::map<std::string, double>> counters_by_call; ///< LabGrade::counters call by call
    ExecutedCode checked_code;                                   ///< of the hand-in, under checks
    ExecutedCode counted_code;                                   ///< of the hand-in, while it was counted
};

/// The grade of one lab.
struct LabGrade {
    std::string id;                        ///< the lab's
    std::string title;                     ///< the lab's
    Verdict verdict = Verdict::not_graded; ///< drawn from the steps by settle()
    bool submitted = true;                 ///< false: there is no file to grade
    double score = 0;                      ///< what the steps earned together
    double max_score = 0;                  ///< what all steps of the lab are worth, measured or not
    /// `technique` or `fast` could not be measured here, so `score` may still rise. Such a grade is never passed.
    bool incomplete = false;
    std::vector<Step> steps;        ///< in the order of step_names
    std::optional<Speedup> speedup; ///< none: nothing was timed, or what was timed was wrong
    /// Of the timed run. Where nothing was timed, of the first wrong case or, where all are right, of the last one.
    std::vector<Launch> launches;
    std::string launches_of;     ///< the name of that case; empty: `launches` are of the timed run
    std::vector<Launch> counted; ///< of the run that the counters are from; empty where nothing was counted
    std::map<std::string, double> counters; ///< over all of it, as course/quantity.h names them
    GradeEvidence evidence;                 ///< what the steps go by and no report shows
    std::string replayed; ///< the name of the one case that was run: then this is no grade; empty: all were
    std::string seed;     ///< replays this grade's inputs
    std::string next;     ///< the one thing to do next; may be empty
    std::vector<std::string>
        undetectable_tasks; ///< ids of tasks that cannot be told from their absence where this was graded
    std::string undetectable_sentence; ///< what that means, for a student; empty where there are none
    std::vector<std::pair<std::string, double>> seconds; ///< where the time of this grade went
    std::optional<CaseCount> cases;                      ///< none: no run came to the end of all cases
    std::vector<GateResult> gates;                       ///< empty: nothing was counted
    std::optional<AdjustedScore>
        adjusted_score; ///< of a class's report; none: `score` counts, for the only hand-in

    /// Whether `score` is a mark: the lab was graded, and no step is left open.
    [[nodiscard]] bool is_mark() const { return verdict != Verdict::not_graded && !incomplete; }

    /// Whether some score was reached, of a grade that is a mark or is incomplete.
    [[nodiscard]] bool has_score() const { return verdict != Verdict::not_graded || incomplete; }

    /// What counts: the score, unless the class's rules say otherwise.
    [[nodiscard]] double counted_score() const { return adjusted_score ? adjusted_score->score : score; }

    /// The step called @p name; null where the grade has none.
    [[nodiscard]] const Step* find(const std::string& name) const {
        for (const Step& step : steps)
            if (step.name == name) return &step;
        return nullptr;
    }

    /// The step that decided against the student; null where none did.
    [[nodiscard]] const Step* first_failed() const {
        for (const Step& step : steps)
            if (step.status == Status::fail) return &step;
        return nullptr;
    }
};

/// One student's labs.
struct Submission {
    std::string id;             ///< empty where the labs are the course's own
    std::vector<LabGrade> labs; ///< in the order they were graded in
};

/// Everything one invocation graded.
struct GradeReport {
    std::string backend;                 ///< Backend::name()
    std::string device;                  ///< its name; "none" where nothing could be run
    Isolation isolation;                 ///< how far the code that was graded was kept away from all else
    bool is_class = false;               ///< a class: one entry a student
    bool complete = true;                ///< false: of a class, others are still to be graded
    std::vector<Submission> submissions; ///< a single set of labs: one
    std::vector<std::string> left_out =
        {}; ///< of a class: what was not graded though it may have been meant to be
};

/// Sums the points, draws the verdict and sets `incomplete`. A replay of one case that comes out right is `not_graded`, and
/// so is an incomplete grade of which no step failed.
void finalize_grade(LabGrade& grade);

/// Whether @p grade lacks `technique` or `fast` although no step before them failed. A replay of one case lacks nothing.
bool lacks_step(const LabGrade& grade);

/// Whether @p grade is a replay of one case, and the case is right.
bool is_right_replay(const LabGrade& grade);

/// What @p step says about its failure, and the simulator: the message, then the details. The
/// gates that were kept are no part of it.
std::vector<Message> failure_messages_of(const Step& step);

/// What became of @p grade in the words of a manifest: `pass`, `fails:STEP`, or `not_graded`.
std::string outcome_of(const LabGrade& grade);

/// What has to become of @p grade for @p expectation to come true, in the same words. Where `fast` was not measured, a file
/// that has to pass or to fail there ends as `not_graded`: nothing else may fail.
std::string expected_outcome(const LabGrade& grade, const Expectation& expectation);

/// "passed", "not passed", "incomplete" or "not graded".
std::string verdict_in_words(const LabGrade& grade);

/// `pass`, `fail`, `too_close`, `waits`, `not_measured`.
std::string to_string(Status status);
/// `pass`, `fail`, `not_graded`.
std::string to_string(Verdict verdict);
/// The verdict that to_string() calls @p text; nothing where it calls none so.
std::optional<Verdict> verdict_from(const std::string& text);

} // namespace grader
