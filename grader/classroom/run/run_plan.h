#pragma once

/// @file
/// Plan of one run of a class: which submissions are graded, how, and from which run on grades count. A job
/// is in the written plan before it begins, and every process of the run reads it there.

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

/// One submission to be graded.
struct Job {
    std::string student;                  ///< id of the student in reports
    std::string lab;                      ///< id of the lab
    std::filesystem::path file;           ///< file to grade: a stored copy; absolute
    std::filesystem::path submitted_path; ///< where the student put it, for commands; absolute
    std::string submission;               ///< id of the submitted files, independent of what grades them
                                          ///< (classroom/submissions/submission_store.h)
    int number = 0;                       ///< which of the student's submissions for this lab: 1, 2, ...
    double handed_in = 0;                 ///< time of submission in seconds since 1970
    std::string key;                      ///< cache key of its grade
    std::uint64_t seed = 0;               ///< seed of its inputs
};

/// A student of the plan. Students without a submission that can be graded are included.
struct PlannedStudent {
    std::string id;                                  ///< id of the student in reports
    std::map<std::string, std::string> refused;      ///< keyed by lab id: why the submitted file is not
                                                     ///< graded
    std::map<std::string, std::string> likely_files; ///< keyed by lab id: a file that may have been meant
};

/// How the grades of a run are made.
struct GradingConfig {
    std::string backend;           ///< `gpu`, `sim` or `host`
    std::string device_name;       ///< name of the device in reports
    std::set<std::string> devices; ///< slugs of the GPUs whose times count; empty: nothing is timed
    std::string thresholds;        ///< `--device`: whose thresholds apply; empty: those of each GPU itself
    /// By lab id: the thresholds of all grades of the run, on whatever machine they are made.
    std::map<std::string, ThresholdsInUse> thresholds_of = {};
    bool modelled = false; ///< if nothing is timed, `fast` is modelled in labs that have a size for it
    int capability = 0;    ///< compute capability to compile for: 90 for 9.0; 0: not known before a GPU is
                           ///< seen
    std::string isolation; ///< value of `--isolation`
    Isolation isolation_in_use;             ///< resulting isolation on the machine that started the run
    bool prescreen = true;                  ///< GradeRequest::prescreen
    std::filesystem::path course;           ///< absolute path
    std::filesystem::path modules;          ///< absolute path
    std::filesystem::path programs;         ///< folder of the grader's and the runner's program
    std::string program_text;               ///< the grader as the user types it
    std::string backend_text;               ///< ` --backend B` as typed; or empty
    std::string options_text;               ///< other options that affect a grade, each after a blank
    std::optional<std::uint64_t> seed = {}; ///< `--seed` for every job; none: each job has its own

    /// Reports whether grades of @p lab have the step `fast`.
    [[nodiscard]] bool has_speed_step(const Lab& lab) const {
        return timed() || (modelled && lab.manifest.modelled.parts > 0);
    }
    /// Returns the thresholds for grades of @p lab on the device with the slug @p slug.
    [[nodiscard]] ThresholdsInUse thresholds_for(const Lab& lab, const std::string& slug) const {
        const auto planned = thresholds_of.find(lab.id);
        return planned == thresholds_of.end() ? lab.manifest.speed.recorded_for(slug) : planned->second;
    }
    /// Reports whether grades have a step that uses a GPU.
    [[nodiscard]] bool timed() const { return !devices.empty(); }
};

/// A run of a class. While the process that made it holds the class's lock, the plan may grow: students and
/// jobs are appended, and nothing else changes.
struct RunPlan {
    int run = 0;                           ///< number of the run
    double made = 0;                       ///< time of planning in seconds since 1970
    std::string by;                        ///< user who started it
    std::string reason;                    ///< why grades are made again; may be empty
    GradingConfig config;                  ///< how grades are made
    std::vector<std::string> labs;         ///< ids of the requested labs
    std::map<std::string, int> count_from; ///< keyed by lab id: grades of runs before this one do not count
    std::vector<PlannedStudent> students;  ///< sorted by id
    std::vector<Job> jobs;                 ///< student by student
    std::vector<std::string> skipped;      ///< as Submissions::skipped

    /// Returns the first run whose grades of @p lab count.
    [[nodiscard]] int counts_from(const std::string& lab) const;
};

/// Request for a run.
struct RunRequest {
    std::vector<const Lab*> labs;             ///< labs to grade
    GradingConfig config;                     ///< how grades are made
    bool fresh = false;                       ///< ignore existing grades
    std::string reason;                       ///< why; may be empty
    std::map<std::string, std::string> tools; ///< toolchain by lab id; see GradeCacheKeys
};

/// Plans the next run of a class. Needs the class's lock.
class Planner {
public:
    /// Starts a run without jobs, of the class in @p folder with the stored submissions @p submission_store.
    /// Both must outlive this.
    Planner(const ClassFolder& folder, const SubmissionStore& submission_store, const RunRequest& request);

    /// Adds the students of @p submissions to those in the plan already.
    void set_class(const Submissions& submissions);
    /// Adds @p submission if the run includes its lab. Returns whether it does.
    bool add(const LabSubmission& submission);
    /// Writes the plan to its file.
    void write() const;
    /// The plan so far.
    [[nodiscard]] const RunPlan& plan() const { return plan_; }

private:
    const ClassFolder& folder_;
    const SubmissionStore& submission_store_;
    std::vector<const Lab*> labs_;
    GradeCacheKeys keys_;
    RunPlan plan_;
};

/// Reads the plan of run @p number of the class in @p folder. Throws EnvironmentError if it cannot be read.
RunPlan read_plan(const ClassFolder& folder, int number);

} // namespace grader
