#pragma once

/// @file
/// A lab's `lab.toml`, read into plain structs. Every error names file, line and key.

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
    std::int64_t max = 0;      ///< largest size that may be drawn, itself included
    std::int64_t multiple = 1; ///< every drawn size is a multiple of it

    /// A fixed size is a range of one, and no secret.
    [[nodiscard]] bool secret() const { return min != max; }
    /// How far above `min` its first multiple lies; a difference, because `min` may be the largest number
    /// there is.
    [[nodiscard]] std::int64_t offset_of_first_multiple() const;
};

/// A set of sizes that a build has to be right on, or that it is timed at.
struct Case {
    std::string name; ///< what reports and `--case` call it; no other case of its list has it
    std::map<std::string, SizeRange> sizes; ///< by name; every case of a lab has the same names
    double weight = 1; ///< share of the points for `correct`; 0 must pass and earns nothing
    std::map<std::string, SizeRange> small = {};  ///< in place of `sizes` on the simulator; empty: the same
    std::map<std::string, SizeRange> secret = {}; ///< in place of `sizes` in a strict grade; empty: the same

    /// The sizes with the secret ones drawn from @p seed.
    [[nodiscard]] kernelsmith::Sizes draw(std::uint64_t seed) const;
    /// The sizes where each is as small as it may be, and where each is as large.
    [[nodiscard]] std::pair<kernelsmith::Sizes, kernelsmith::Sizes> extremes() const;
    /// The same case as the simulator runs it.
    [[nodiscard]] Case on_simulator() const;
    /// The same case as a strict grade has it, whose sizes nobody knows beforehand.
    [[nodiscard]] Case in_strict_grade() const;
};

/// The timed case as the simulator's model is given it: a part of the work, for the same part of a GPU. Each SM then has
/// as much to do as in the whole.
struct ModelledCase {
    unsigned parts = 0;  ///< of the GPU, of which one is modelled; 0: none is
    unsigned rounds = 1; ///< how often its kernels' work has to be done for that of the timed case
    /// The size that says how many rounds the case does itself, fewer than the timed one; empty: all of it is one round.
    std::string rounds_of;
    /// The size of which each power of two is a round, as where a distance doubles until it is as large; empty: none is.
    std::string steps_of;
    double error = 0;     ///< how far speedups of the lab's builds may be off on a measured GPU: 0.3 for 30 %
    std::string no_speed; ///< why a speedup of two such times says nothing; empty: it says something
    Case sizes;           ///< as much work as one part of the first timed case, or of one of its rounds
};

/// What the step `fast` asks for.
struct SpeedRule {
    std::string
        reference; ///< the GPU whose thresholds were chosen by hand; those of other GPUs follow from them
    double budget_s = 5; ///< seconds that the pairs of one measurement may take
    std::string slide;   ///< anchor of the slide that teaches it
    /// What somebody writes who did the labs before and not this one: a rung's file, or `baseline.cu`; empty: not said.
    std::string known = {};
    std::map<std::string, Threshold> thresholds; ///< by GPU slug; that of `reference` is among them

    /// The thresholds of the GPU called @p slug where it is measured; else those of `reference`, as of an unknown GPU.
    [[nodiscard]] ThresholdsInUse recorded_for(const std::string& slug) const;
    /// Those of `reference`, as they are used on a GPU that nobody has measured.
    [[nodiscard]] ThresholdsInUse for_unknown_gpu() const;
};

/// The slow program that everything is held against, in a lab's directory.
inline constexpr const char* baseline_file = "baseline.cu";

/// What a student may not leave to others.
struct ForbidRule {
    std::vector<std::string> libraries = {}; ///< by the names in course/libraries.h; none where it is empty
    std::string instead = {};                ///< what the lab wants, for the student who has used one
};

/// Points a step is worth.
struct ScoreRule {
    double correct = 40;   ///< shared among the cases by their weights
    double clean = 10;     ///< all or nothing
    double technique = 20; ///< shared among the gates by their weights
    double fast = 30;      ///< earned in full from the threshold `full` on
};

/// How a file of the solutions has to fare: `pass`, or `fails:STEP`.
struct Expectation {
    std::string failing_step; ///< empty: it passes

    /// Whether every step is to be passed.
    [[nodiscard]] bool pass() const { return failing_step.empty(); }
    /// Whether it comes as far as being timed: what runs, is right and is clean does.
    [[nodiscard]] bool is_timed() const {
        return pass() || failing_step == "technique" || failing_step == "fast";
    }
    /// As `lab.toml` spells it.
    [[nodiscard]] std::string text() const { return pass() ? "pass" : "fails:" + failing_step; }
};

/// One step of the ladder from the baseline to the record.
struct Rung {
    std::string file;   ///< in solutions/ID/ladder/
    std::string title;  ///< its technique in a few words, for the ladder's table
    Expectation expect; ///< what grading it has to come to
    /// Kinds of remedies, by their names in course/remedy_kinds.h: what it does to the rung before it. Empty where none of
    /// them stands for that.
    std::vector<std::string> applies = {};

    /// The file without its extension.
    [[nodiscard]] std::string name() const { return std::filesystem::path(file).stem().string(); }
};

/// A typical mistake and what becomes of it.
struct WrongFile {
    std::string file;       ///< in solutions/ID/wrong/: a whole source NAME.cu, or NAME.patch of the solution
    Expectation expect;     ///< the step that has to catch it
    MessagePattern message; ///< fits what the failing step says
    std::string task;       ///< the tests with this tag fail on it; may be empty

    /// The task whose idea it leaves out, though its results are right: `task_2` of `skips_task_2.patch`. Empty: none.
    [[nodiscard]] std::string skipped_task() const;
};

/// Another right way to solve the lab, written as somebody else would: it loses no point but for its speed.
struct Alternative {
    std::string file;   ///< in solutions/ID/alternatives/
    std::string title;  ///< how it differs from the solution, in a few words
    Expectation expect; ///< `pass`, or `fails:fast`
};

/// Somebody else's program for the same problem, a vendor's library for one: timed beside the rungs and never
/// graded.
struct Peer {
    std::string file;                        ///< in solutions/ID/peers/; implements the lab's function
    std::string title;                       ///< what it is, for tables: "cuBLAS, fp32"
    std::vector<std::string> libraries = {}; ///< what it is linked with: "cublas"
    bool checked = true; ///< false for one that only does as much work, as a copy does, and no more

    /// The file without its extension.
    [[nodiscard]] std::string name() const { return std::filesystem::path(file).stem().string(); }
};

/// What `grader sweep` does when told little.
struct SweepRule {
    std::string rung; ///< what it compiles until the student's own file can be swept; empty: nothing
    /// Sizes of the timed case that one name sets together.
    std::map<std::string, std::vector<std::string>> linked_sizes = {};
};

/// One of a student's tasks.
struct Task {
    std::string id;    ///< `task_1`: the tag of its tests
    std::string title; ///< what there is to do, in a few words
};

/// A nudge for a student whose build fails at @p step.
struct Hint {
    std::string step; ///< one of step_names; hints of one step are shown in the manifest's order
    std::string text; ///< may name a slide: `[slides#mapping]`
    /// Fits what the step says when it fails in the way that the hint is about; empty: whichever way.
    MessagePattern when = {};
};

/// A bound on a counter of the simulator, and the slide that teaches it.
struct Gate {
    std::string counter;       ///< one of known_quantities() in course/quantity.h
    std::optional<double> min; ///< none: no lower bound
    std::optional<double> max; ///< none: no upper bound, but then there is a lower one
    std::string slide;         ///< anchor in slides/ID.md
    std::string text;          ///< what a miss means and what to look at, in a sentence or two
    double weight = 1;         ///< share of the points for `technique`
    /// How far inside the bound the solution has to be, as a share of the bound. Less than the usual tenth
    /// only for a quantity that moves in steps or cannot get any better.
    double margin = 0.1;
};

/// All that `lab.toml` says.
struct Manifest {
    std::string id;                 ///< the same as the lab's directory
    std::string title;              ///< heads the lab's reports
    std::string idea;               ///< the one thing the lab teaches, in a sentence
    std::vector<std::string> needs; ///< ids of earlier labs that this one builds on
    std::string entry;              ///< symbol of the function a student implements
    /// fingerprint() of the skeleton: a file that still has it earns nothing. Empty: not said.
    std::string skeleton_fingerprint;
    bool starts_right = false; ///< the skeleton is a slow program that is right; its regions hold code
    /// The task that the simulator cannot tell from its absence: whether it was done shows on a GPU. Empty: each shows.
    std::string undetectable_task;
    ForbidRule forbid = {};  ///< holds for every build that is graded; peers may use what it names
    Limits limits;           ///< hold for every runner of this lab
    ScoreRule score;         ///< where the file has no [score], as ScoreRule has it
    SpeedRule speed;         ///< thresholds and how long to measure; empty where `timed` is
    std::vector<Case> cases; ///< what `correct` runs, in this order
    /// Of these the first that fits into the device's memory is timed; empty: the lab has no step `fast`.
    std::vector<Case> timed;
    ModelledCase modelled;        ///< of `timed`; without one no time is modelled
    std::vector<Case> clean;      ///< what `clean` looks for mistakes on; empty: the lab has no such step
    std::vector<Case> counted;    ///< what `technique` counts, all together; empty: the lab has no such step
    std::vector<Case> measured;   ///< what a ladder times besides, for the results
    std::vector<Task> tasks;      ///< in the order a student takes them
    std::vector<Rung> rungs;      ///< from the first rung up
    std::vector<WrongFile> wrong; ///< mistakes the grader has to catch
    std::vector<Alternative> alternatives; ///< right programs that may lose no point
    std::vector<Peer> peers;               ///< what the ladder is timed beside
    std::vector<Hint> hints;               ///< of all steps
    std::vector<Gate> gates;               ///< what `technique` holds the counters to; as empty as `counted`
    SweepRule sweep;                       ///< for `grader sweep`

    /// Whether grades of this lab have the step @p name.
    [[nodiscard]] bool has_step(const std::string& name) const;
    /// The file that SpeedRule::known names, in a lab whose files lie in @p directory and @p solutions.
    [[nodiscard]] std::filesystem::path known_file(const std::filesystem::path& directory,
                                                   const std::filesystem::path& solutions) const;
    /// Whether the lab is about speed. One that is not has no baseline, no ladder, no thresholds and nothing
    /// measured, and whatever is asked of these is not asked of it.
    [[nodiscard]] bool has_timed_cases() const { return !timed.empty(); }
    /// How the baseline fares as a student's file: it computes the right thing, in the way that the lab is
    /// about.
    [[nodiscard]] Expectation baseline_expectation() const {
        return {has_step("technique") ? "technique" : "fast"};
    }
    /// The number of the last task whose region, as it was handed out, may make results wrong. Where speed is asked for all
    /// are right after the first, which check-course holds.
    [[nodiscard]] int last_task_affecting_results() const;
    /// The task with the id @p name; null where there is none.
    [[nodiscard]] const Task* task(const std::string& name) const;
    /// What `unseen` means to a student, in a sentence; empty where each task shows.
    [[nodiscard]] std::string undetectable_sentence() const;
    /// Points that the step @p name is worth: 0 for one that is only a condition of the later ones, and for
    /// one that this lab does not have.
    [[nodiscard]] double max_points(const std::string& name) const;
    /// Points that all steps of the lab are worth together, wherever it is graded.
    [[nodiscard]] double total_points() const;
};

/// A manifest that cannot be used; what() reads `lab.toml:12: case[2].sizes: expected a table`.
class ManifestError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads @p file. Throws ManifestError.
Manifest read_manifest(const std::filesystem::path& file);

/// The names of a grade's steps, in their order.
inline const std::vector<std::string> step_names = {"builds", "runs",      "correct",
                                                    "clean",  "technique", "fast"};

/// Whether @p name is one of step_names.
bool is_step_name(const std::string& name);

} // namespace grader
