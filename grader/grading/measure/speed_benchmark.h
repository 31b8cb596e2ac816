#pragma once

/// @file
/// The paired benchmark of baseline and student: two processes that are called alternately, in random order
/// within each pair, each time on other inputs and with cold caches.

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

/// The device has too little memory for a timed case. This is not the student's fault, and a smaller case may
/// still fit.
class TooLittleMemory : public EnvironmentError {
public:
    using EnvironmentError::EnvironmentError;
};

/// All rounds of one measurement.
struct Measurement {
    std::vector<Round>
        rounds;    ///< each has a fresh process per side; the last one is incomplete if an output was wrong
    Clocks clocks; ///< clock rates of all pairs, including dropped ones
    LaunchLog launches; ///< launches of all timed calls of the candidate
    Message wrong;      ///< failure of a call at the timed size; empty: every call was right
};

/// The effort of a measurement.
struct MeasurementOptions {
    double budget_s = 5;                     ///< time for all calls together
    std::size_t rounds = 3;                  ///< number of rounds, each with a fresh process per side
    SpotChecks spot_checks = SpotChecks::on; ///< whether the candidate's outputs are checked
};

/// One timed case of a lab with its inputs and the baseline's runner, ready for any number of candidates.
class SpeedBenchmark {
public:
    /// Chooses the first timed case for which the device has memory now, or @p sizes if given. Throws
    /// EnvironmentError if the baseline itself cannot run, TooLittleMemory if it lacks memory. Inputs are
    /// generated from @p seed; values that a candidate must not guess, from @p secrets.
    SpeedBenchmark(const Backend& backend, Build baseline, const kernelsmith::Problem& problem,
                   std::uint64_t seed, const kernelsmith::Sizes* sizes = nullptr,
                   Secrets secrets = Secrets());

    /// Times the build @p object against the baseline, in fresh processes of both, with @p options. Its runs
    /// have the baseline's limits. Throws RunnerDied and RunnerFault if the candidate fails, and
    /// TooLittleMemory if the device lacks memory for a second process in addition to the baseline's,
    /// whatever build it loads.
    Measurement measure(const std::filesystem::path& object, const MeasurementOptions& options);

    /// Switches to the next smaller timed case that fits. Returns false if there is none, and nothing can be
    /// measured here any more.
    bool use_smaller_case();

    /// Returns the name of the case in the manifest; if sizes were given, a description of them.
    [[nodiscard]] const std::string& case_name() const { return timed_cases_.at(chosen_).name; }
    /// Returns a sentence that a smaller case is timed than the manifest prefers; empty otherwise.
    [[nodiscard]] Message why_smaller() const;
    /// Returns the sizes of the timed case, with secret sizes drawn.
    [[nodiscard]] const kernelsmith::Sizes& sizes() const { return context_.draw.sizes; }
    /// Returns the ceilings, measured once when the baseline's runner started.
    [[nodiscard]] const Ceilings& ceilings() const { return ceilings_; }
    /// Returns the time of this case at the measured ceilings, and the ceiling that determines it.
    [[nodiscard]] Limit limit() const { return limit_of(context_.layout.work, ceilings_); }
    /// Returns a strict lower bound on the time: the bytes at the peak bandwidth of the memory interface.
    /// Arithmetic gives no such bound, because it may run on other units than the fp32 lanes. 0: unknown.
    [[nodiscard]] double floor_ms() const;

private:
    struct TimedCase {
        std::string name;
        kernelsmith::Sizes sizes;
    };
    /// Calls @p work with the baseline: a failure there is an infrastructure error.
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
    std::size_t chosen_ = 0;             ///< index of the case that is timed
    Secrets secrets_;
    BenchmarkContext context_;
    std::optional<Candidate> baseline_;
    bool baseline_is_fresh_ = false; ///< its process has not been used in a round yet
    bool baseline_is_right_ = false; ///< its outputs were checked once, on this case
    Ceilings ceilings_;
    std::uint64_t first_window_;
    std::uint64_t window_stride_;      ///< odd
    std::uint64_t windows_used_ = 0;   ///< number of windows used so far
    OverheadModel baseline_overhead_;  ///< overhead of the baseline's calls
    OverheadModel candidate_overhead_; ///< overhead of the candidate's calls in the current measurement
};

} // namespace grader
