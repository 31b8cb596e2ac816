#pragma once

/// @file
/// What one run of a class was asked for: which hand-ins, on what, and from which run on a grade counts. A job is in the written
/// plan before it is begun, and every process that works on the run reads it there.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/grade_cache_keys.h"
#include "classroom/submissions/submission_store.h"
#include "course/course.h"
#include "course/submissions.h"
#include "grading/isolation/isolation.h"

namespace grader {

/// One hand-in to be graded.
struct Job {
    std::string student;                  ///< of reports
    std::string lab;                      ///< its id
    std::filesystem::path file;           ///< what is graded: a copy that is kept; absolute
    std::filesystem::path submitted_path; ///< where the student put it, for commands; absolute
    std::string
        submission; ///< what the files are known by, whatever they are graded with (classroom/submissions/submission_store.h)
    int number = 0;         ///< which of the student's hand-ins for this lab: 1, 2, ...
    double handed_in = 0;   ///< when, in seconds of 1970
    std::string key;        ///< what its grade is known by
    std::uint64_t seed = 0; ///< what its inputs follow from
};

/// Whoever handed nothing in that can be graded is in the plan as well.
struct PlannedStudent {
    std::string id;                                  ///< of reports
    std::map<std::string, std::string> refused;      ///< by lab id: why what lies there is not graded
    std::map<std::string, std::string> likely_files; ///< by lab id: what lies there and may have been meant
};

/// How the grades of a run are made.
struct GradingConfig {
    std::string backend;           ///< `gpu`, `sim` or `host`
    std::string device_name;       ///< of reports: what jobs run on
    std::set<std::string> devices; ///< slugs of the GPUs whose times count; empty: nothing is timed
    std::string thresholds;        ///< `--device`: whose thresholds hold; empty: the own ones of each GPU
    /// By lab id: the thresholds of all grades of the run, wherever they are made.
    std::map<std::string, ThresholdsInUse> thresholds_of = {};
    bool modelled = false; ///< where nothing is timed, `fast` is modelled in labs that have a size for it
    int capability = 0;    ///< what machine code is made for: 90 for 9.0; 0: not known before a GPU is seen
    std::string isolation; ///< as `--isolation` takes it
    Isolation isolation_in_use;     ///< what that comes to where the run was asked for
    bool prescreen = true;          ///< GradeRequest::sieve
    std::filesystem::path course;   ///< absolute
    std::filesystem::path modules;  ///< absolute
    std::filesystem::path programs; ///< where grader and runner lie
    std::string program_text;       ///< what to type for the grader
    std::string backend_text;       ///< ` --backend B` as it was typed; or empty
    std::string options_text;       ///< the other options that say how a grade is made, each behind a blank
    std::optional<std::uint64_t> seed = {}; ///< `--seed`, for every job; none: each its own

    /// Whether grades of @p lab have the step `fast`.
    [[nodiscard]] bool has_speed_step(const Lab& lab) const {
        return timed() || (modelled && lab.manifest.modelled.parts > 0);
    }
    /// The thresholds for grades of @p lab on the device called @p slug.
    [[nodiscard]] ThresholdsInUse thresholds_for(const Lab& lab, const std::string& slug) const {
        const auto planned = thresholds_of.find(lab.id);
        return planned == thresholds_of.end() ? lab.manifest.speed.recorded_for(slug) : planned->second;
    }
    /// Whether grades have a step that takes a GPU.
    [[nodiscard]] bool timed() const { return !devices.empty(); }
};

/// A run of a class. While its maker holds the class's lock it may grow: students and jobs come at the end, and nothing else changes.
struct RunPlan {
    int run = 0;                           ///< its number
    double made = 0;                       ///< when, in seconds of 1970
    std::string by;                        ///< who asked for it
    std::string reason;                    ///< why grades were to be made anew; may be empty
    GradingConfig config;                  ///< how
    std::vector<std::string> labs;         ///< the ids of those that were asked for
    std::map<std::string, int> count_from; ///< by lab id: grades of earlier runs than this do not count
    std::vector<PlannedStudent> students;  ///< in the order of their ids
    std::vector<Job> jobs;                 ///< student by student
    std::vector<std::string> left_out;     ///< as Submissions::left_out

    /// The run from which on grades of @p lab count.
    [[nodiscard]] int counts_from(const std::string& lab) const;
};

/// What a run is asked for.
struct RunRequest {
    std::vector<const Lab*> labs;             ///< of these labs
    GradingConfig config;                     ///< how
    bool fresh = false;                       ///< grades that are there do not count
    std::string reason;                       ///< why; may be empty
    std::map<std::string, std::string> tools; ///< by lab id; see GradeCacheKeys
};

/// Plans the next run of a class. Only the holder of the class's lock may.
class Planner {
public:
    /// A run of the class in @p folder, of which @p hand_ins were kept, without any job yet. Both have to outlive this.
    Planner(const ClassFolder& folder, const SubmissionStore& submission_store, const RunRequest& request);

    /// The class is who is in @p submissions, and whoever is in the plan already.
    void set_class(const Submissions& submissions);
    /// Adds @p hand_in, if it is of a lab that the run is about. Whether it is.
    bool add(const LabSubmission& submission);
    /// Writes the plan down.
    void write() const;
    /// What has been planned so far.
    [[nodiscard]] const RunPlan& plan() const { return plan_; }

private:
    const ClassFolder& folder_;
    const SubmissionStore& submission_store_;
    std::vector<const Lab*> labs_;
    GradeCacheKeys keys_;
    RunPlan plan_;
};

/// Run @p number of the class in @p folder. Throws EnvironmentError where it cannot be read.
RunPlan read_plan(const ClassFolder& folder, int number);

} // namespace grader
