#pragma once

/// @file
/// Where baseline and student meet: two processes that take turns, in random order, each time on other inputs
/// and with cold caches.

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "child/launch.h"
#include "course/course.h"
#include "errors.h"
#include "measure/ceilings.h"
#include "measure/pool.h"
#include "measure/statistics.h"
#include "secrets.h"

namespace grader {

/// The device has not the memory for a timed case: neither the student's fault nor the end, where there is a
/// smaller one.
class TooLittleMemory : public EnvironmentError {
public:
    using EnvironmentError::EnvironmentError;
};

/// All pairs of one measurement.
struct Measurement {
    std::vector<Pair> pairs; ///< without the warm-ups
    LaunchLog launches;      ///< of the student's timed runs, all together
    std::string wrong;       ///< what a repeat got wrong at the timed size; empty: every repeat was right
};

/// Whether a challenger's outputs are looked at. A peer that only moves as many bytes computes nothing.
enum class Looks { taken, spared };

/// One timed case of a lab, its inputs, and the baseline's runner, ready for any number of challengers.
class Arena {
public:
    /// Chooses the first timed case for which the device has memory now, or @p sizes where given. Throws
    /// EnvironmentError when the baseline itself cannot run, TooLittleMemory when it does not find room. Inputs follow from
    /// @p seed; what a challenger must not guess, from @p secrets.
    Arena(const Backend& backend, const Lab& lab, const kernelsmith::Problem& problem,
          const std::filesystem::path& baseline, std::uint64_t seed,
          const kernelsmith::Sizes* sizes = nullptr, Secrets secrets = Secrets());

    /// Times the build @p object against the baseline in a fresh process, for about @p budget_s seconds.
    /// Throws RunnerDied and RunnerFault when the challenger fails, and TooLittleMemory when the device has no
    /// room for a second process beside the baseline's, whatever build it has.
    Measurement measure(const std::filesystem::path& object, double budget_s, Looks looks = Looks::taken);

    /// Goes on with the next smaller timed case that fits. False: there is none, and nothing can be measured
    /// here any more.
    bool use_smaller_case();

    /// As the manifest calls it; where sizes were given, these in words.
    [[nodiscard]] const std::string& case_name() const { return candidates_.at(chosen_).name; }
    /// Where a smaller case is timed than the manifest would like best, a sentence that says so; or empty.
    [[nodiscard]] std::string why_smaller() const;
    /// What is timed, with secret sizes drawn.
    [[nodiscard]] const kernelsmith::Sizes& sizes() const { return draw_.sizes; }
    /// Measured once, when the baseline's runner started.
    [[nodiscard]] const Ceilings& ceilings() const { return ceilings_; }
    /// The time of this case at the measured ceilings, and which of them it is.
    [[nodiscard]] Limit limit() const { return limit_of(layout_.work, ceilings_); }
    /// A time nobody can pass: the bytes at the bandwidth of the memory's pins. Arithmetic sets no such
    /// bound, because other units than the fp32 lanes may do it. 0: unknown.
    [[nodiscard]] double floor_ms() const;

private:
    struct Candidate {
        std::string name;
        kernelsmith::Sizes sizes;
    };
    struct Turn {
        double ms = 0;
        double lag_ms = 0;
        LaunchLog launches;
        std::string wrong;
    };
    std::unique_ptr<RunnerClient> enter(const std::filesystem::path& object) const;
    Turn take_turn(RunnerClient& runner, Looks looks);
    Turn take_baseline_turn();
    std::uint64_t next_window();
    [[nodiscard]] double lag_allowed_ms() const;
    [[nodiscard]] std::string check(RunnerClient& runner, std::uint64_t window, std::uint64_t poison);
    bool use_first_that_fits(std::size_t from);
    [[nodiscard]] bool fits(const kernelsmith::Layout& layout) const;
    void set_up();
    std::unique_ptr<RunnerClient> enter_as_challenger(const std::filesystem::path& object) const;
    void require_room_for_two() const;

    const Backend& backend_;
    const Lab& lab_;
    const kernelsmith::Problem& problem_;
    const std::filesystem::path baseline_object_;
    std::vector<Candidate> candidates_; ///< the preferred one first
    std::size_t chosen_ = 0;            ///< the one that is timed
    kernelsmith::Draw draw_;
    kernelsmith::Layout layout_;
    std::vector<std::uint64_t> guards_; ///< patterns of the guard bands, by buffer
    std::unique_ptr<Pool> pool_;
    std::unique_ptr<RunnerClient> baseline_;
    Ceilings ceilings_;
    Secrets secrets_;
    std::uint64_t first_window_;
    std::uint64_t window_stride_; ///< odd
    std::uint64_t turns_ = 0;     ///< windows handed out so far
    std::vector<double>
        lags_ms_; ///< of the baseline's turns: how far its runner's clock lay behind the grader's
};

} // namespace grader
