#pragma once

/// @file
/// Where baseline and student meet: two processes that take turns, in random order, each time on other inputs
/// and with cold caches.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/errors.h"
#include "base/secrets.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/channel/launch.h"
#include "grading/measure/candidate.h"
#include "grading/measure/ceilings.h"
#include "grading/measure/clocks.h"
#include "grading/measure/overhead_model.h"
#include "grading/measure/verdict.h"
#include "grading/messages/message.h"

namespace grader {

/// The device has not the memory for a timed case: neither the student's fault nor the end, where there is a
/// smaller one.
class TooLittleMemory : public EnvironmentError {
public:
    using EnvironmentError::EnvironmentError;
};

/// All rounds of one measurement.
struct Measurement {
    std::vector<Round>
        rounds;    ///< a fresh process of each side in each; the last one is not whole where it was wrong
    Clocks clocks; ///< of all pairs, dropped ones as well
    LaunchLog launches; ///< of the candidate's timed runs, all together
    Message wrong;      ///< what a repeat got wrong at the timed size; empty: every repeat was right
};

/// How much is asked of a candidate.
struct MeasurementOptions {
    double budget_s = 5;                     ///< for all turns together
    std::size_t rounds = 3;                  ///< processes of each side
    SpotChecks spot_checks = SpotChecks::on; ///< at its outputs
};

/// One timed case of a lab, its inputs, and the baseline's runner, ready for any number of challengers.
class SpeedBenchmark {
public:
    /// Chooses the first timed case for which the device has memory now, or @p sizes where given. Throws
    /// EnvironmentError when the baseline itself cannot run, TooLittleMemory when it does not find room. Inputs follow from
    /// @p seed; what a candidate must not guess, from @p secrets.
    SpeedBenchmark(const Backend& backend, Build baseline, const kernelsmith::Problem& problem,
                   std::uint64_t seed, const kernelsmith::Sizes* sizes = nullptr,
                   Secrets secrets = Secrets());

    /// Times the build @p object against the baseline, in fresh processes of both, with so much @p options. Its runs have the
    /// limits of the baseline's. Throws RunnerDied and RunnerFault when the candidate fails, and TooLittleMemory when the
    /// device has no room for a second process in addition to the baseline's, whatever build it loads.
    Measurement measure(const std::filesystem::path& object, const MeasurementOptions& options);

    /// Goes on with the next smaller timed case that fits. False: there is none, and nothing can be measured
    /// here any more.
    bool use_smaller_case();

    /// As the manifest calls it; where sizes were given, these in words.
    [[nodiscard]] const std::string& case_name() const { return timed_cases_.at(chosen_).name; }
    /// Where a smaller case is timed than the manifest would like best, a sentence that says so; or empty.
    [[nodiscard]] Message why_smaller() const;
    /// What is timed, with secret sizes drawn.
    [[nodiscard]] const kernelsmith::Sizes& sizes() const { return context_.draw.sizes; }
    /// Measured once, when the baseline's runner started.
    [[nodiscard]] const Ceilings& ceilings() const { return ceilings_; }
    /// The time of this case at the measured ceilings, and which of them it is.
    [[nodiscard]] Limit limit() const { return limit_of(context_.layout.work, ceilings_); }
    /// A time nobody can pass: the bytes at the bandwidth of the memory's pins. Arithmetic sets no such
    /// bound, because other units than the fp32 lanes may do it. 0: unknown.
    [[nodiscard]] double floor_ms() const;

private:
    struct TimedCase {
        std::string name;
        kernelsmith::Sizes sizes;
    };
    /// Does @p work with the baseline: what goes wrong there is the machine's.
    template <typename Work> auto with_baseline(Work work) const;
    CallSample run_baseline_call();
    CallSample run_candidate_call(Candidate& candidate, SpotChecks spot_checks, Measurement& measurement);
    Pair measure_pair(Candidate& candidate, const MeasurementOptions& options, Measurement& measurement);
    Round measure_round(Candidate& candidate, const MeasurementOptions& options, Measurement& measurement);
    std::uint64_t next_window();
    bool use_first_that_fits(std::size_t from);
    [[nodiscard]] bool fits(const kernelsmith::Layout& layout) const;
    void set_up();
    void start_both(Candidate& candidate);
    void start_candidate(Candidate& candidate);
    void stop_both(Candidate& candidate);

    const Backend& backend_;
    const Build baseline_build_;
    std::vector<TimedCase> timed_cases_; ///< the preferred one first
    std::size_t chosen_ = 0;             ///< the one that is timed
    Secrets secrets_;
    BenchmarkContext context_;
    std::optional<Candidate> baseline_;
    bool baseline_is_fresh_ = false; ///< its process has not been in a round yet
    bool baseline_is_right_ = false; ///< it was looked at once, on this case
    Ceilings ceilings_;
    std::uint64_t first_window_;
    std::uint64_t window_stride_;      ///< odd
    std::uint64_t windows_used_ = 0;   ///< windows handed out so far
    OverheadModel baseline_overhead_;  ///< of the baseline's turns
    OverheadModel candidate_overhead_; ///< of the candidate's, in the measurement under way
};

} // namespace grader
