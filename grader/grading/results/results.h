#pragma once

/// @file
/// Results measured on one GPU: `docs/results/<gpu>.json`. Written by measuring, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"

namespace grader {

/// The results of one build of a lab.
struct RungResult {
    std::string name;        ///< `baseline`, a rung, or `solution`
    double ms = 0;           ///< median of one call
    double speedup = 0;      ///< median of the pairs' ratios to the baseline
    double low = 0;          ///< lower end of the speedup's confidence interval
    double high = 0;         ///< upper end of the speedup's confidence interval
    std::string expect;      ///< `pass` or `fails:STEP`: the expected outcome
    Launch main;             ///< the launch that main_launch() chose
    std::size_t kernels = 0; ///< launches in one call
    std::map<std::string, double>
        /// Quantities from the simulator at the counted sizes, by their names in course/quantity.h.
        counted;
};

/// The results of a reference implementation, timed next to the rungs.
struct PeerResult {
    std::string name;   ///< its file without the extension
    std::string title;  ///< name for tables
    double ms = 0;      ///< median of one call
    double speedup = 0; ///< relative to the same baseline
};

/// One timed case of a lab. The first one of a lab is the graded one.
struct CaseResult {
    std::string name;                   ///< name in the manifest
    kernelsmith::Sizes size;            ///< sizes that were timed
    double limit_ms = 0;                ///< at the ceilings measured in the same run
    double floor_ms = 0;                ///< lower bound of the time, which no program can beat
    std::vector<RungResult> rungs;      ///< baseline, ladder, solution; one that could not be timed is absent
    std::vector<PeerResult> peers = {}; ///< in the manifest's order; one that could not be timed is absent

    /// Returns the build called @p rung; null if it was not timed.
    [[nodiscard]] const RungResult* find(const std::string& rung) const;
    /// Returns the peer called @p peer; null if it was not timed.
    [[nodiscard]] const PeerResult* find_peer(const std::string& peer) const;
};

/// A results file.
struct Results {
    std::string device; ///< its full name, not the slug
    int driver = 0;     ///< newest CUDA version that the driver supports, 13000 for 13.0
    int toolkit = 0;    ///< CUDA runtime of the builds, in the same form
    Ceilings ceilings;  ///< ceilings that the last writer of the file measured
    std::map<std::string, std::vector<CaseResult>> labs; ///< by id
};

/// Returns the results in @p before that are missing in @p now, as far as @p lab still has them: "2_one_pass
/// (a million)" for a build or a peer and the case at which it was timed. Results that the manifest no longer
/// has are not missing, nor is a rung that is expected to fail before it is timed.
std::vector<std::string> missing_results(const Lab& lab, const std::vector<CaseResult>& before,
                                         const std::vector<CaseResult>& now);

/// Reads @p file; empty results if it does not exist. Throws EnvironmentError if it is not a results file.
Results read_results(const std::filesystem::path& file);

/// Writes @p results to @p file, and creates its directory. Throws EnvironmentError.
void write_results(const std::filesystem::path& file, const Results& results);

/// Reads all results of a course, by the device's slug.
std::map<std::string, Results> all_results(const std::filesystem::path& course_root);

/// Returns docs/results/SLUG.json.
std::filesystem::path results_file(const std::filesystem::path& course_root, const std::string& slug);

} // namespace grader
