#include "grading/measure/speed_benchmark.h"

#include <algorithm>
#include <chrono>
#include <future>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "course/manifest.h"
#include "grading/channel/protocol.h"
#include "grading/measure/data_floor.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/messages/speed.h"
#include "grading/verify/case_run.h"
#include "grading/verify/fresh_runner.h"
#include "grading/verify/guard_bands.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using Clock = std::chrono::steady_clock;

constexpr std::size_t max_pairs = 34;
constexpr std::size_t warm_up_pairs = 2;
/// A warm-up pair that takes longer than this has warmed up the device; no further one is needed.
constexpr double max_warm_up_s = 0.1;

/// Returns an upper bound on the device memory of one runner in a timed run.
std::uint64_t max_runner_bytes(const kernelsmith::Layout& layout, const DeviceFacts& device) {
    constexpr std::uint64_t granule = 2 << 20; // allocation granularity of a GPU
    const auto whole = [](std::uint64_t bytes) { return (bytes + granule - 1) / granule * granule; };
    std::uint64_t bytes = whole(Pool::bytes_for(layout));
    for (const Buffer& buffer : layout.buffers)
        bytes += whole(buffer.bytes() + buffer.misalignment + 2 * protocol::guard_bytes);
    if (device.l2_bytes > 0) bytes += whole(protocol::flush_bytes(device.l2_bytes));
    return bytes + 2 * granule; // for the indices and the elements of a gather
}

std::string describe_shortage(const Backend& backend, const Lab& lab) {
    return fmt::format("{} has too little free memory for every timed case of {}", backend.device().name,
                       lab.id);
}

} // namespace

SpeedBenchmark::SpeedBenchmark(const Backend& backend, Build baseline, const kernelsmith::Problem& problem,
                               std::uint64_t seed, const kernelsmith::Sizes* sizes, Secrets secrets)
    : backend_(backend), baseline_build_(std::move(baseline)),
      secrets_(std::move(secrets)), context_{backend, problem, {}, {}, {}, nullptr, backend.clocks()},
      first_window_(secrets_.next()), window_stride_(secrets_.next() | 1) {
    context_.draw.seed = derive(seed, "timed");
    context_.draw.key = secrets_.next(); // each call has another key; the pool is made to be salted
    if (sizes != nullptr)
        timed_cases_ = {{problem.describe(*sizes), *sizes}};
    else
        for (const Case& timed : baseline_build_.lab.manifest.timed)
            timed_cases_.push_back({timed.name, timed.draw(context_.draw.seed)});
    if (!use_first_that_fits(0)) throw TooLittleMemory(describe_shortage(backend_, baseline_build_.lab));
}

bool SpeedBenchmark::use_smaller_case() { return use_first_that_fits(chosen_ + 1); }

template <typename Work> auto SpeedBenchmark::with_baseline(Work work) const {
    try {
        return work();
    } catch (const TimeBudgetExceeded&) {
        throw;
    } catch (const RunnerDied& death) {
        throw MachineError({messages::baseline_does_not_run, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        if (fault.kind == "memory") throw TooLittleMemory(describe_shortage(backend_, baseline_build_.lab));
        throw MachineError({messages::baseline_does_not_run, {{"why", fault.message}}});
    }
}

bool SpeedBenchmark::use_first_that_fits(std::size_t from) {
    baseline_.reset(); // release its memory first
    context_.pool.reset();
    for (chosen_ = from; chosen_ < timed_cases_.size(); ++chosen_) {
        context_.draw.sizes = timed_cases_[chosen_].sizes;
        context_.layout = context_.problem.layout(context_.draw.sizes);
        // The last case is tried in any case: the free memory is only an estimate, and the allocation
        // decides.
        if (chosen_ + 1 < timed_cases_.size() && !fits(context_.layout)) continue;
        try {
            with_baseline([this] { set_up(); });
            return true;
        } catch (const TooLittleMemory&) {
            baseline_.reset();
        }
    }
    return false;
}

bool SpeedBenchmark::fits(const kernelsmith::Layout& layout) const {
    const std::uint64_t total = backend_.device().memory_bytes;
    // For contexts, and for other processes on the device that may need more in a moment.
    const std::uint64_t reserve = std::min<std::uint64_t>(total / 10, std::uint64_t{1} << 30);
    const std::uint64_t needed = 2 * max_runner_bytes(layout, backend_.device()) + reserve;
    return needed <= fresh_runner(backend_, baseline_build_.limits)->free_bytes();
}

void SpeedBenchmark::set_up() {
    context_.guards = make_guards(context_.layout, secrets_);
    context_.pool = std::make_unique<Pool>(context_.problem, context_.layout, context_.draw);
    baseline_.emplace(context_, baseline_build_, secrets_);
    baseline_->load_build();
    ceilings_ = ceilings_from(baseline_->ceilings());
    baseline_overhead_ = {};
    baseline_is_right_ = false;
    (void)run_baseline_call(); // report a broken baseline at once, and not with the first candidate
    baseline_is_fresh_ = true;
}

Message SpeedBenchmark::why_smaller() const {
    if (chosen_ == 0) return {};
    return {messages::smaller_case,
            {{"case", case_name()},
             {"wanted", timed_cases_.front().name},
             {"device", backend_.device().name}}};
}

void SpeedBenchmark::start_both(Candidate& candidate) {
    // If neither process waits for the other, both open the device in the time of one. The candidate's
    // process has no student's code yet, so a failure of the baseline in this phase is never caused by a
    // student.
    if (baseline_is_fresh_) {
        baseline_is_fresh_ = false;
        candidate.start_process();
    } else {
        with_baseline([&] { baseline_->start_process(); });
        candidate.start_process();
        with_baseline([&] { baseline_->load_build(); });
    }
    start_candidate(candidate);
}

void SpeedBenchmark::stop_both(Candidate& candidate) {
    // A device takes a while to free the resources of a process.
    std::future<void> baselines = std::async(std::launch::async, [&] { baseline_->stop_process(); });
    candidate.stop_process();
    baselines.get();
}

void SpeedBenchmark::start_candidate(Candidate& candidate) {
    for (bool again = false;; again = true) {
        try {
            candidate.load_build();
            return;
        } catch (const RunnerFault& fault) {
            if (!fault.is_infrastructure_error) throw;
            // Does the baseline get memory and a working device in the same situation?
            with_baseline([this] { Candidate(context_, baseline_build_, secrets_).load_build(); });
            if (again) throw RunnerFault(fault.kind, false, fault.message); // the first time may be chance
        }
    }
}

std::uint64_t SpeedBenchmark::next_window() {
    // An odd stride modulo a power of two visits every window before it repeats one.
    static_assert((Pool::windows & (Pool::windows - 1)) == 0);
    return (first_window_ + windows_used_++ * window_stride_) % Pool::windows;
}

CallSample SpeedBenchmark::run_baseline_call() {
    // The baseline is trusted: check its output once per case, then skip the check to save time.
    CallSample sample =
        baseline_->run_call(next_window(), baseline_is_right_ ? SpotChecks::off : SpotChecks::on);
    if (!sample.wrong.empty()) throw MachineError({messages::baseline_is_wrong, {{"why", sample.wrong}}});
    baseline_is_right_ = true;
    baseline_overhead_.add(sample.call);
    return sample;
}

CallSample SpeedBenchmark::run_candidate_call(Candidate& candidate, SpotChecks spot_checks,
                                              Measurement& measurement) {
    CallSample sample = candidate.run_call(next_window(), spot_checks);
    measurement.wrong = sample.wrong;
    measurement.launches.add(sample.launches);
    candidate_overhead_.add(sample.call);
    return sample;
}

Pair SpeedBenchmark::measure_pair(Candidate& candidate, const MeasurementOptions& options,
                                  Measurement& measurement) {
    Pair pair;
    const bool baseline_first = secrets_.next() % 2 == 0;
    const auto baselines = [&] {
        const CallSample sample = with_baseline([this] { return run_baseline_call(); });
        pair.baseline_ms = sample.call.result.ms;
        pair.baseline_clock = sample.clock;
    };
    if (baseline_first) baselines();
    const CallSample sample = run_candidate_call(candidate, options.spot_checks, measurement);
    pair.student_ms = baseline_overhead_.charged_ms(sample.call);
    pair.student_clock = sample.clock;
    if (!baseline_first) baselines();
    return pair;
}

Round SpeedBenchmark::measure_round(Candidate& candidate, const MeasurementOptions& options,
                                    Measurement& measurement) {
    start_both(candidate);
    const double budget_s = options.budget_s / static_cast<double>(options.rounds);
    std::size_t pairs = min_pairs;
    for (std::size_t i = 0; i < warm_up_pairs && measurement.wrong.empty(); ++i) {
        const Clock::time_point start = Clock::now();
        (void)measure_pair(candidate, options, measurement);
        const double took_s = std::chrono::duration<double>(Clock::now() - start).count();
        // The number of pairs that fit the budget is fixed before the first one counts.
        pairs = std::clamp(static_cast<std::size_t>(budget_s / std::max(took_s, 1e-6)), min_pairs, max_pairs);
        if (took_s > max_warm_up_s) break;
    }
    Round round;
    while (round.pairs.size() < pairs && measurement.wrong.empty())
        round.pairs.push_back(measure_pair(candidate, options, measurement));
    for (const Pair& pair : round.pairs) measurement.clocks.add(pair);
    measurement.clocks.dropped += drop_unequal(round.pairs, min_pairs);
    if (measurement.wrong.empty()) measurement.wrong = candidate.damage();
    if (measurement.wrong.empty() && baseline_overhead_.has_busy_device(candidate_overhead_))
        measurement.wrong = messages::busy_device;
    stop_both(candidate);
    return round;
}

Measurement SpeedBenchmark::measure(const std::filesystem::path& object, const MeasurementOptions& options) {
    Candidate candidate(context_, {baseline_build_.lab, object, baseline_build_.limits}, secrets_);
    candidate_overhead_ = {};
    Measurement measurement;
    while (measurement.rounds.size() < options.rounds && measurement.wrong.empty())
        measurement.rounds.push_back(measure_round(candidate, options, measurement));
    return measurement;
}

double SpeedBenchmark::floor_ms() const { return data_floor_ms(backend_.device(), context_.layout.work); }

} // namespace grader
