#include "measure/arena.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "child/protocol.h"
#include "errors.h"
#include "verify/case_run.h"
#include "verify/diagnosis.h"
#include "verify/fresh_runner.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Observed;
using Clock = std::chrono::steady_clock;

constexpr std::size_t fewest_pairs = 11;
constexpr std::size_t most_pairs = 101;
constexpr int warm_ups = 2;
/// Elements of each output that a repeat is checked at.
constexpr std::size_t places = 2048;
/// Cold caches still hold some lines, and what was written last may stay in L2: what nobody passes is a
/// little less.
constexpr double floor_slack = 0.97;

/// What a runner of a timed run takes of the device, at most.
std::uint64_t bytes_of_runner(const kernelsmith::Layout& layout, const DeviceFacts& device) {
    constexpr std::uint64_t granule = 2 << 20; // a GPU gives its memory in pieces of this size
    const auto whole = [](std::uint64_t bytes) { return (bytes + granule - 1) / granule * granule; };
    std::uint64_t bytes = whole(Pool::bytes_for(layout));
    for (const Buffer& buffer : layout.buffers)
        bytes += whole(buffer.bytes() + buffer.misalignment + 2 * protocol::guard_bytes);
    if (device.l2_bytes > 0) bytes += whole(protocol::flush_bytes(device.l2_bytes));
    return bytes + 2 * granule; // for the places that are looked at, and what is found there
}

std::string no_room(const Backend& backend, const Lab& lab) {
    return fmt::format("{} has too little free memory for every timed case of {}", backend.device().name,
                       lab.id);
}

} // namespace

Arena::Arena(const Backend& backend, const Lab& lab, const kernelsmith::Problem& problem,
             const std::filesystem::path& baseline, std::uint64_t seed, const kernelsmith::Sizes* sizes,
             Secrets secrets)
    : backend_(backend), lab_(lab), problem_(problem), baseline_object_(baseline),
      secrets_(std::move(secrets)), first_window_(secrets_.next()), window_stride_(secrets_.next() | 1) {
    draw_.seed = derive(seed, "timed");
    if (sizes != nullptr)
        candidates_ = {{describe(*sizes), *sizes}};
    else
        for (const Case& timed : lab.manifest.timed)
            candidates_.push_back({timed.name, timed.draw(draw_.seed)});
    if (!use_first_that_fits(0)) throw TooLittleMemory(no_room(backend_, lab_));
}

bool Arena::use_smaller_case() { return use_first_that_fits(chosen_ + 1); }

bool Arena::use_first_that_fits(std::size_t from) {
    baseline_.reset(); // what it holds is in the way
    pool_.reset();
    for (chosen_ = from; chosen_ < candidates_.size(); ++chosen_) {
        draw_.sizes = candidates_[chosen_].sizes;
        layout_ = problem_.layout(draw_.sizes);
        // The last one is tried in any case: what is free is an estimate, and the device has the last word.
        if (chosen_ + 1 < candidates_.size() && !fits(layout_)) continue;
        try {
            set_up();
            return true;
        } catch (const TimeUsedUp&) {
            throw;
        } catch (const RunnerDied& death) {
            throw EnvironmentError(fmt::format("the baseline does not run on this device: {}", death.what()));
        } catch (const RunnerFault& fault) {
            baseline_.reset();
            if (fault.kind == "memory") continue;
            throw EnvironmentError(fmt::format("the baseline does not run on this device: {}", fault.what()));
        }
    }
    return false;
}

bool Arena::fits(const kernelsmith::Layout& layout) const {
    const std::uint64_t total = backend_.device().memory_bytes;
    // Contexts, and others on the device who may need more in a moment.
    const std::uint64_t reserve = std::min<std::uint64_t>(total / 10, std::uint64_t{1} << 30);
    const std::uint64_t needed = 2 * bytes_of_runner(layout, backend_.device()) + reserve;
    return needed <= fresh_runner(backend_, lab_)->free_bytes();
}

void Arena::set_up() {
    guards_ = make_guards(layout_, secrets_);
    pool_ = std::make_unique<Pool>(problem_, layout_, draw_);
    baseline_ = enter(baseline_object_);
    ceilings_ = ceilings_from(baseline_->ceilings());
    lags_ms_.clear();
    for (int i = 0; i < warm_ups; ++i) (void)take_baseline_turn();
}

std::string Arena::why_smaller() const {
    if (chosen_ == 0) return {};
    return fmt::format("Timed on \"{}\" and not on \"{}\": {} has too little free memory for that.",
                       case_name(), candidates_.front().name, backend_.device().name);
}

std::unique_ptr<RunnerClient> Arena::enter(const std::filesystem::path& object) const {
    std::unique_ptr<RunnerClient> runner = fresh_runner(backend_, lab_, object, pool_->descriptor());
    runner->load(object, lab_.manifest.entry);
    runner->pool(pool_->bytes());
    runner->allocate(layout_, guards_);
    // All memory that the turns will take is taken now, before the function is called for the first time:
    // afterwards nobody could tell whether it is missing because of the function. The places that are looked at
    // here say nothing of the later ones.
    runner->prepare(0, pool_->at(0), true);
    for (std::size_t i = 0; i < layout_.buffers.size(); ++i)
        if (has_output(layout_.buffers[i]) && layout_.buffers[i].count() > 0)
            (void)runner->gather(i, std::vector<std::size_t>(places));
    return runner;
}

std::unique_ptr<RunnerClient> Arena::enter_as_challenger(const std::filesystem::path& object) const {
    for (bool again = false;; again = true) {
        try {
            return enter(object);
        } catch (const RunnerFault& fault) {
            if (!fault.machine) throw;
            require_room_for_two();
            // The baseline finds room and a device that works in the same place. Once may be chance.
            if (again) throw RunnerFault(fault.kind, false, fault.what());
        }
    }
}

void Arena::require_room_for_two() const {
    try {
        (void)enter(baseline_object_);
    } catch (const TimeUsedUp&) {
        throw;
    } catch (const RunnerDied& death) {
        throw EnvironmentError(
            fmt::format("the baseline does not run twice on this device: {}", death.what()));
    } catch (const RunnerFault& fault) {
        if (fault.kind == "memory") throw TooLittleMemory(no_room(backend_, lab_));
        throw EnvironmentError(
            fmt::format("the baseline does not run twice on this device: {}", fault.what()));
    }
}

std::uint64_t Arena::next_window() {
    // An odd stride through a power of two meets every window before it meets one again.
    static_assert((Pool::windows & (Pool::windows - 1)) == 0);
    return (first_window_ + turns_++ * window_stride_) % Pool::windows;
}

Arena::Turn Arena::take_turn(RunnerClient& runner, Looks looks) {
    const std::uint64_t window = next_window();
    const std::uint64_t poison = make_poison(secrets_.next());
    runner.prepare(poison, pool_->at(window), true);
    const CallResult result = runner.call();
    Turn turn;
    turn.lag_ms = result.seen_ms - result.ms;
    turn.ms = std::max(result.ms, result.seen_ms - lag_allowed_ms());
    turn.launches = runner.launches();
    if (looks == Looks::taken) turn.wrong = check(runner, window, poison);
    return turn;
}

double Arena::lag_allowed_ms() const {
    // Two messages and two processes that wake up. The baseline's runner tells how long that takes here; a
    // student's could pretend. Twice the usual, so that an honest runner is not charged for it.
    return lags_ms_.empty() ? HUGE_VAL : 2 * median(lags_ms_);
}

Arena::Turn Arena::take_baseline_turn() {
    try {
        const Turn turn = take_turn(*baseline_, Looks::taken);
        if (!turn.wrong.empty())
            throw EnvironmentError("the baseline itself is wrong on this device: " + turn.wrong);
        lags_ms_.push_back(turn.lag_ms);
        return turn;
    } catch (const TimeUsedUp&) {
        throw;
    } catch (const RunnerDied& death) {
        throw EnvironmentError(fmt::format("the baseline stopped on this device: {}", death.what()));
    } catch (const RunnerFault& fault) {
        throw EnvironmentError(fmt::format("the baseline failed on this device: {}", fault.what()));
    }
}

std::string Arena::check(RunnerClient& runner, std::uint64_t window, std::uint64_t poison) {
    kernelsmith::Draw draw = draw_;
    draw.window = window;
    std::vector<std::vector<std::uint8_t>> kept;
    std::vector<Observed> observed;
    for (std::size_t i = 0; i < layout_.buffers.size(); ++i) {
        const Buffer& buffer = layout_.buffers[i];
        if (!has_output(buffer)) continue;
        std::vector<std::size_t> indices;
        // The first and the last element belong to every look: that is where a grid falls short.
        if (buffer.count() > 0) indices = {0, buffer.count() - 1};
        while (buffer.count() > 0 && indices.size() < places)
            indices.push_back(secrets_.next() % buffer.count());
        kept.push_back(runner.gather(i, indices));
        if (kept.back().size() != indices.size() * buffer.element_bytes)
            return "it sent something else than its output";
        observed.push_back({i, std::move(indices), {}, poison});
    }
    for (std::size_t i = 0; i < kept.size(); ++i) observed[i].data = std::as_bytes(std::span(kept[i]));
    const std::vector<Comparison> comparisons = problem_.check(draw, observed);
    if (comparisons.size() != observed.size())
        throw std::logic_error("a problem has to check each of its outputs");
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        if (comparisons[i].compared() < observed[i].indices.size())
            throw std::logic_error("a problem has to compare every element that it is shown");
        if (comparisons[i].passed()) continue;
        const Buffer& buffer = layout_.buffers[observed[i].buffer];
        const std::vector<std::string> lines = mismatch_table(comparisons[i], buffer);
        return fmt::format("{} of {} elements looked at are wrong; {}", comparisons[i].wrong(),
                           comparisons[i].compared(),
                           lines.empty() ? comparisons[i].failures().front() : lines.front());
    }
    return {};
}

Measurement Arena::measure(const std::filesystem::path& object, double budget_s, Looks looks) {
    const std::unique_ptr<RunnerClient> challenger = enter_as_challenger(object);
    Measurement measurement;
    std::size_t pairs = fewest_pairs;
    const auto whole = static_cast<std::size_t>(warm_ups);
    for (std::size_t i = 0; i < whole + pairs; ++i) {
        const Clock::time_point start = Clock::now();
        const bool baseline_first = secrets_.next() % 2 == 0;
        Turn of_baseline;
        if (baseline_first) of_baseline = take_baseline_turn();
        const Turn of_student = take_turn(*challenger, looks);
        if (!baseline_first) of_baseline = take_baseline_turn();
        if (!of_student.wrong.empty()) {
            measurement.wrong = of_student.wrong;
            return measurement;
        }
        const std::chrono::duration<double> took = Clock::now() - start;
        if (i < whole) {
            // How many pairs fit the budget is settled before the first one counts.
            pairs = std::clamp(static_cast<std::size_t>(budget_s / std::max(took.count(), 1e-6)),
                               fewest_pairs, most_pairs);
            continue;
        }
        measurement.pairs.push_back({of_baseline.ms, of_student.ms});
        measurement.launches.add(of_student.launches);
    }
    measurement.wrong = guard_damage(*challenger, layout_, guards_);
    return measurement;
}

double Arena::floor_ms() const {
    const DeviceFacts& device = backend_.device();
    const double bytes = std::max(0.0, layout_.work.bytes - static_cast<double>(device.l2_bytes));
    return device.peak_gb_s > 0 ? floor_slack * bytes / (device.peak_gb_s * 1e6) : 0;
}

} // namespace grader
