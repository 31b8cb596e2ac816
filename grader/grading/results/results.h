#pragma once

/// @file
/// What was measured on one GPU: `docs/results/<gpu>.json`. Written by measuring, never by hand.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"

namespace grader {

/// One build of a lab, as measured.
struct RungResult {
    std::string name;        ///< `baseline`, a rung, or `solution`
    double ms = 0;           ///< median of one call
    double speedup = 0;      ///< median of the pairs' ratios to the baseline
    double low = 0;          ///< of the speedup's confidence interval
    double high = 0;         ///< of the speedup's confidence interval
    std::string expect;      ///< `pass` or `fails:STEP`: what was to come of it
    Launch main;             ///< the launch that main_launch() chose
    std::size_t kernels = 0; ///< launches in one call
    std::map<std::string, double>
        counted; ///< by the simulator at the counted sizes, as course/quantity.h names them
};

/// Somebody else's program, as measured beside the rungs.
struct PeerResult {
    std::string name;   ///< its file without the extension
    std::string title;  ///< what it is
    double ms = 0;      ///< median of one call
    double speedup = 0; ///< over the same baseline
};

/// One timed case of a lab. The first one of a lab is the graded one.
struct CaseResult {
    std::string name;                   ///< as the manifest calls it
    kernelsmith::Sizes size;            ///< as it was timed
    double limit_ms = 0;                ///< at the ceilings measured in the same run
    double floor_ms = 0;                ///< what nobody can pass
    std::vector<RungResult> rungs;      ///< baseline, ladder, solution; one that could not be timed is absent
    std::vector<PeerResult> peers = {}; ///< in the manifest's order; one that could not be timed is absent

    /// The build called @p rung; null where it was not timed.
    [[nodiscard]] const RungResult* find(const std::string& rung) const;
    /// The peer called @p peer; null where it was not timed.
    [[nodiscard]] const PeerResult* find_peer(const std::string& peer) const;
};

/// A results file.
struct Results {
    std::string device; ///< its full name, not the slug
    int driver = 0;     ///< newest CUDA the driver supports, 13000 for 13.0
    int toolkit = 0;    ///< CUDA runtime the builds ran with, in the same form
    Ceilings ceilings;  ///< of the run that wrote the file last
    std::map<std::string, std::vector<CaseResult>> labs; ///< by id
};

/// What stands in @p before and is missing in @p now, of what @p lab still has: "2_one_pass (a million)" for a build or
/// a peer and the case that it was timed at. What was taken out of the manifest is not missed, nor a rung that is to fail
/// before it is timed.
std::vector<std::string> missing_results(const Lab& lab, const std::vector<CaseResult>& before,
                                         const std::vector<CaseResult>& now);

/// Reads @p file; empty results when there is none. Throws EnvironmentError when it is not a results file.
Results read_results(const std::filesystem::path& file);

/// Writes @p results to @p file, making its directory. Throws EnvironmentError.
void write_results(const std::filesystem::path& file, const Results& results);

/// All results of a course, by the device's slug.
std::map<std::string, Results> all_results(const std::filesystem::path& course_root);

/// docs/results/SLUG.json
std::filesystem::path results_file(const std::filesystem::path& course_root, const std::string& slug);

} // namespace grader
