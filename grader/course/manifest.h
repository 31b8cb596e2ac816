#pragma once

/// @file
/// The manifest of a lab, `lab.toml`, parsed into plain structs. Every error names file, line and key.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "course/message_pattern.h"
#include "course/threshold.h"
#include "kernelsmith/problem.h"

namespace grader {

/// A size of a case: fixed, or drawn from the secret seed.
struct SizeRange {
    std::int64_t min = 0;      ///< smallest size that may be drawn
    std::int64_t max = 0;      ///< largest size that may be drawn, inclusive
    std::int64_t multiple = 1; ///< every drawn size is a multiple of it

    /// Returns whether the size is drawn. A fixed size is a range of one value, and not secret.
    [[nodiscard]] bool secret() const { return min != max; }
    /// Returns the distance from `min` to its first multiple; a difference, because `min` may be the largest
    /// number of its type.
    [[nodiscard]] std::int64_t offset_of_first_multiple() const;
};

/// A set of sizes on which a build must compute right results, or is timed.
struct Case {
    std::string name;                       ///< name in reports and for `--case`; unique in its list
    std::map<std::string, SizeRange> sizes; ///< by name; every case of a lab has the same names
    double weight = 1; ///< share of the points for `correct`; 0 must pass and earns nothing
    /// Replaces `sizes` on the simulator; empty: same as `sizes`
    std::map<std::string, SizeRange> small = {};
    /// Replaces `sizes` in a strict grade; empty: same as `sizes`
    std::map<std::string, SizeRange> secret = {};

    /// Returns the sizes, with the secret ones drawn from @p seed.
    [[nodiscard]] kernelsmith::Sizes draw(std::uint64_t seed) const;
    /// Returns the smallest sizes that can be drawn, and the largest.
    [[nodiscard]] std::pair<kernelsmith::Sizes, kernelsmith::Sizes> extremes() const;
    /// Returns this case with the sizes for the simulator.
    [[nodiscard]] Case on_simulator() const;
    /// Returns this case with the sizes of a strict grade, which are not public.
    [[nodiscard]] Case in_strict_grade() const;
};

/// The timed case as the simulator's model gets it: a part of the work, for the same part of a GPU. Each SM
/// then has the same work as in the whole case.
struct ModelledCase {
    /// Number of equal parts of the GPU, of which one is modelled; 0: no time is modelled.
    unsigned parts = 0;
    unsigned rounds = 1; ///< factor from its kernels' work to the work of the timed case
    /// The size that holds the number of rounds that this case does itself, fewer than the timed one; empty:
    /// the case is one round.
    std::string rounds_of;
    /// The size of which each power of two is a round, for example a distance that doubles up to it; empty:
    /// there is none.
    std::string steps_of;
    /// Error bound of the model for speedups of the lab's builds on a measured GPU: 0.3 for 30 %.
    double error = 0;
    std::string no_speed; ///< why a speedup of two modelled times means nothing; empty: it is meaningful
    Case sizes;           ///< the work of one part of the first timed case, or of one of its rounds
};

/// Requirements of the step `fast`.
struct SpeedRule {
    std::string
        /// The GPU whose thresholds were chosen by hand; those of other GPUs are derived from them.
        reference;
    double budget_s = 5; ///< time budget for the pairs of one measurement, in seconds
    std::string slide;   ///< anchor of the slide that teaches it
    /// The program of a student who did the earlier labs and not this one: a rung's file, or `baseline.cu`;
    /// empty: not specified.
    std::string known = {};
    std::map<std::string, Threshold> thresholds; ///< by GPU slug; includes `reference`

    /// Returns the thresholds of the GPU called @p slug if they were measured. Otherwise the
    /// source is ThresholdSource::none, and the thresholds are those of `reference`.
    [[nodiscard]] ThresholdsInUse recorded_for(const std::string& slug) const;
};

/// The slow program in a lab's directory that every speedup is relative to.
inline constexpr const char* baseline_file = "baseline.cu";

/// Libraries that a student's code must not use.
struct ForbidRule {
    /// Names from course/libraries.h; empty: no library is forbidden.
    std::vector<std::string> libraries = {};
    std::string message = {}; ///< message to a student who has used one: what to write instead
};

/// Points of each step.
struct ScoreRule {
    double correct = 40;   ///< shared among the cases by their weights
    double clean = 10;     ///< all or nothing
    double technique = 20; ///< shared by the gates, by their weights
    double fast = 30;      ///< earned in full from the threshold `full` on
};

/// Expected result of grading a file of the solutions: `pass`, or `fails:STEP`.
struct Expectation {
    std::string failing_step; ///< step that must fail; empty: all steps pass

    /// Returns whether every step must pass.
    [[nodiscard]] bool pass() const { return failing_step.empty(); }
    /// Returns whether it reaches the timing: code that runs, is right and is clean does.
    [[nodiscard]] bool is_timed() const {
        return pass() || failing_step == "technique" || failing_step == "fast";
    }
    /// Returns the expectation as `lab.toml` spells it.
    [[nodiscard]] std::string text() const { return pass() ? "pass" : "fails:" + failing_step; }
};

/// One rung of the ladder from the baseline to the record.
struct Rung {
    std::string file;   ///< in solutions/ID/ladder/
    std::string title;  ///< its technique in a few words, for the ladder's table
    Expectation expect; ///< expected result of grading it
    /// Kinds of suggestions, by their names in course/suggestion_kinds.h, that it applies to the previous rung.
    /// Empty if none of them describes the change.
    std::vector<std::string> applies = {};

    /// Returns the file name without its extension.
    [[nodiscard]] std::string name() const { return std::filesystem::path(file).stem().string(); }
};

/// A typical mistake, and its expected grade.
struct WrongFile {
    /// In solutions/ID/wrong/: a whole source NAME.cu, or NAME.patch against the solution.
    std::string file;
    Expectation expect;     ///< the step that must fail on it
    MessagePattern message; ///< matches the messages of the failing step
    std::string task;       ///< the tests with this tag fail on it; may be empty

    /// Returns the task whose idea it leaves out although its results are right: `task_2` of
    /// `skips_task_2.patch`. Empty if there is none.
    [[nodiscard]] std::string skipped_task() const;
};

/// Another right solution of the lab, in another programmer's style: it loses no points except for its speed.
struct Alternative {
    std::string file;   ///< in solutions/ID/alternatives/
    std::string title;  ///< how it differs from the solution, in a few words
    Expectation expect; ///< `pass`, or `fails:fast`
};

/// A reference implementation of the same problem, for example of a vendor's library: timed next to the rungs
/// and never graded.
struct Peer {
    std::string file;                        ///< in solutions/ID/peers/; implements the lab's function
    std::string title;                       ///< its name in tables: "cuBLAS, fp32"
    std::vector<std::string> libraries = {}; ///< libraries to link it with: "cublas"
    /// False for a program that only does equivalent work, such as a copy, and whose output is not checked.
    bool checked = true;

    /// Returns the file name without its extension.
    [[nodiscard]] std::string name() const { return std::filesystem::path(file).stem().string(); }
};

/// Defaults of `grader sweep`.
struct SweepRule {
    std::string rung; ///< rung to compile until the student's own file can be swept; empty: none
    /// Sizes of the timed case that one name sets together.
    std::map<std::string, std::vector<std::string>> linked_sizes = {};
};

/// One of a student's tasks.
struct Task {
    std::string id;    ///< `task_1`: the tag of its tests
    std::string title; ///< what to do, in a few words
};

/// A hint for a student whose build fails at its `step`.
struct Hint {
    std::string step; ///< one of step_names; hints of one step are shown in the manifest's order
    std::string text; ///< may name a slide: `[slides#mapping]`
    /// Matches the messages of the failure that the hint is about; empty: matches any failure.
    MessagePattern when = {};
};

/// A bound on a counter of the simulator, and the slide that teaches it.
struct Gate {
    std::string counter;       ///< one of known_quantities() in course/quantity.h
    std::optional<double> min; ///< none: no lower bound
    std::optional<double> max; ///< none: no upper bound, but then there is a lower one
    std::string slide;         ///< anchor in slides/ID.md
    std::string text;          ///< meaning of a failure and what to check, in a sentence or two
    double weight = 1;         ///< share of the points for `technique`
    /// Distance that the solution must keep from the bound, as a share of the bound. Less than the default of
    /// a tenth only for a quantity that moves in steps or cannot improve further.
    double margin = 0.1;
};

/// The contents of `lab.toml`.
struct Manifest {
    std::string id;                 ///< same as the name of the lab's directory
    std::string title;              ///< heads the lab's reports
    std::string idea;               ///< the one thing the lab teaches, in a sentence
    std::vector<std::string> needs; ///< ids of earlier labs that this one builds on
    std::string entry;              ///< symbol of the function a student implements
    /// fingerprint() of the starter code: a file that still has it earns no points. Empty: not specified.
    std::string skeleton_fingerprint;
    /// The starter code is a slow program with right results; its regions contain code.
    bool starts_right = false;
    /// The task whose omission the simulator cannot detect: only a GPU shows it. Empty: each task is
    /// detectable.
    std::string undetectable_task;
    ForbidRule forbid = {};  ///< applies to every graded build; peers may use the listed libraries
    Limits limits;           ///< apply to every runner of this lab
    ScoreRule score;         ///< defaults of ScoreRule if the file has no [score]
    SpeedRule speed;         ///< thresholds and time budget; empty if `timed` is empty
    std::vector<Case> cases; ///< run by `correct`, in this order
    /// The first of these that fits into the device's memory is timed; empty: the lab has no step `fast`.
    std::vector<Case> timed;
    ModelledCase modelled;        ///< part of `timed`; if absent, no time is modelled
    std::vector<Case> clean;      ///< checked by `clean`; empty: the lab has no such step
    std::vector<Case> counted;    ///< counted by `technique`, all together; empty: the lab has no such step
    std::vector<Case> measured;   ///< timed by a ladder in addition, for the results
    std::vector<Task> tasks;      ///< in the order in which a student does them
    std::vector<Rung> rungs;      ///< from the first rung up
    std::vector<WrongFile> wrong; ///< mistakes that the grader must detect
    std::vector<Alternative> alternatives; ///< right programs that must not lose points
    std::vector<Peer> peers;               ///< reference implementations, timed along with the ladder
    std::vector<Hint> hints;               ///< hints for all steps
    std::vector<Gate> gates; ///< bounds that `technique` checks; empty if and only if `counted` is
    SweepRule sweep;         ///< defaults of `grader sweep`

    /// Returns whether grades of this lab have the step @p name.
    [[nodiscard]] bool has_step(const std::string& name) const;
    /// Returns the file that SpeedRule::known names, in a lab with its files in @p directory and @p
    /// solutions.
    [[nodiscard]] std::filesystem::path known_file(const std::filesystem::path& directory,
                                                   const std::filesystem::path& solutions) const;
    /// Returns whether the lab is timed. A lab that is not has no baseline, no ladder, no thresholds and no
    /// measurements, and checks of these do not apply to it.
    [[nodiscard]] bool has_timed_cases() const { return !timed.empty(); }
    /// Returns the expected result of grading the baseline as a student's file: its results are right, and it
    /// works in the way that the lab is about.
    [[nodiscard]] Expectation baseline_expectation() const {
        return {has_step("technique") ? "technique" : "fast"};
    }
    /// Returns the number of the last task whose region can make results wrong in the starter code. In a
    /// timed lab all results are right after the first task, which check-course checks.
    [[nodiscard]] int last_task_affecting_results() const;
    /// Returns the task with the id @p name; null if there is none.
    [[nodiscard]] const Task* task(const std::string& name) const;
    /// Returns a sentence that explains `undetectable_task` to a student; empty if each task is detectable.
    [[nodiscard]] std::string undetectable_sentence() const;
    /// Returns the points of the step @p name: 0 for a step that is only a precondition of the later ones,
    /// and for a step that this lab does not have.
    [[nodiscard]] double max_points(const std::string& name) const;
    /// Returns the points of all steps of the lab together, wherever it is graded.
    [[nodiscard]] double total_points() const;
};

/// An invalid manifest; what() reads `lab.toml:12: case[2].sizes: expected a table`.
class ManifestError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads and validates @p file. Throws ManifestError.
Manifest read_manifest(const std::filesystem::path& file);

/// Names of the steps of a grade, in their order.
inline const std::vector<std::string> step_names = {"builds", "runs",      "correct",
                                                    "clean",  "technique", "fast"};

/// Returns whether @p name is one of step_names.
bool is_step_name(const std::string& name);

} // namespace grader
