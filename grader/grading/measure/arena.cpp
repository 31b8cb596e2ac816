#include "grading/measure/arena.h"

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

constexpr std::size_t most_pairs = 34;
constexpr std::size_t warm_ups = 2;
/// Who computes as long as this is warm.
constexpr double long_warm_up_s = 0.1;

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

Arena::Arena(const Backend& backend, Build baseline, const kernelsmith::Problem& problem, std::uint64_t seed,
             const kernelsmith::Sizes* sizes, Secrets secrets)
    : backend_(backend), baseline_build_(std::move(baseline)),
      secrets_(std::move(secrets)), ground_{backend, problem, {}, {}, {}, nullptr, backend.clocks()},
      first_window_(secrets_.next()), window_stride_(secrets_.next() | 1) {
    ground_.draw.seed = derive(seed, "timed");
    ground_.draw.key = secrets_.next(); // each turn has another one; the pool is made to be twisted
    if (sizes != nullptr)
        candidates_ = {{problem.describe(*sizes), *sizes}};
    else
        for (const Case& timed : baseline_build_.lab.manifest.timed)
            candidates_.push_back({timed.name, timed.draw(ground_.draw.seed)});
    if (!use_first_that_fits(0)) throw TooLittleMemory(no_room(backend_, baseline_build_.lab));
}

bool Arena::use_smaller_case() { return use_first_that_fits(chosen_ + 1); }

template <typename Work> auto Arena::of_baseline(Work work) const {
    try {
        return work();
    } catch (const TimeUsedUp&) {
        throw;
    } catch (const RunnerDied& death) {
        throw MachineError({messages::baseline_does_not_run, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        if (fault.kind == "memory") throw TooLittleMemory(no_room(backend_, baseline_build_.lab));
        throw MachineError({messages::baseline_does_not_run, {{"why", fault.message}}});
    }
}

bool Arena::use_first_that_fits(std::size_t from) {
    baseline_.reset(); // what it holds is in the way
    ground_.pool.reset();
    for (chosen_ = from; chosen_ < candidates_.size(); ++chosen_) {
        ground_.draw.sizes = candidates_[chosen_].sizes;
        ground_.layout = ground_.problem.layout(ground_.draw.sizes);
        // The last one is tried in any case: what is free is an estimate, and the device has the last word.
        if (chosen_ + 1 < candidates_.size() && !fits(ground_.layout)) continue;
        try {
            of_baseline([this] { set_up(); });
            return true;
        } catch (const TooLittleMemory&) {
            baseline_.reset();
        }
    }
    return false;
}

bool Arena::fits(const kernelsmith::Layout& layout) const {
    const std::uint64_t total = backend_.device().memory_bytes;
    // Contexts, and others on the device who may need more in a moment.
    const std::uint64_t reserve = std::min<std::uint64_t>(total / 10, std::uint64_t{1} << 30);
    const std::uint64_t needed = 2 * bytes_of_runner(layout, backend_.device()) + reserve;
    return needed <= fresh_runner(backend_, baseline_build_.limits)->free_bytes();
}

void Arena::set_up() {
    ground_.guards = make_guards(ground_.layout, secrets_);
    ground_.pool = std::make_unique<Pool>(ground_.problem, ground_.layout, ground_.draw);
    baseline_.emplace(ground_, baseline_build_, secrets_);
    baseline_->enter();
    ceilings_ = ceilings_from(baseline_->ceilings());
    usual_ = {};
    baseline_is_right_ = false;
    (void)take_baseline_turn(); // one that does not work is told at once, and not by the first challenger
    baseline_is_fresh_ = true;
}

Message Arena::why_smaller() const {
    if (chosen_ == 0) return {};
    return {messages::smaller_case,
            {{"case", case_name()},
             {"wanted", candidates_.front().name},
             {"device", backend_.device().name}}};
}

void Arena::enter_both(Contestant& challenger) {
    // Two processes open the device in the time of one, if neither waits for the other. A challenger's has none of a
    // student's code in it yet, so that nothing which happens to the baseline meanwhile is a student's doing.
    if (baseline_is_fresh_) {
        baseline_is_fresh_ = false;
        challenger.begin();
    } else {
        of_baseline([&] { baseline_->begin(); });
        challenger.begin();
        of_baseline([&] { baseline_->enter(); });
    }
    enter_challenger(challenger);
}

void Arena::leave_both(Contestant& challenger) {
    // A device takes a while to free what a process had on it.
    std::future<void> baselines = std::async(std::launch::async, [&] { baseline_->leave(); });
    challenger.leave();
    baselines.get();
}

void Arena::enter_challenger(Contestant& challenger) {
    for (bool again = false;; again = true) {
        try {
            challenger.enter();
            return;
        } catch (const RunnerFault& fault) {
            if (!fault.machine) throw;
            // Does the baseline find room and a device that works in the same place?
            of_baseline([this] { Contestant(ground_, baseline_build_, secrets_).enter(); });
            if (again) throw RunnerFault(fault.kind, false, fault.message); // once may be chance
        }
    }
}

std::uint64_t Arena::next_window() {
    // An odd stride through a power of two meets every window before it meets one again.
    static_assert((Pool::windows & (Pool::windows - 1)) == 0);
    return (first_window_ + turns_++ * window_stride_) % Pool::windows;
}

Turn Arena::take_baseline_turn() {
    // It is the course's own. Who has seen once that it is right here spends the time on other things.
    Turn turn = baseline_->take_turn(next_window(), baseline_is_right_ ? Looks::spared : Looks::taken);
    if (!turn.wrong.empty()) throw MachineError({messages::baseline_is_wrong, {{"why", turn.wrong}}});
    baseline_is_right_ = true;
    usual_.add(turn.call);
    return turn;
}

Turn Arena::take_challenger_turn(Contestant& challenger, Looks looks, Measurement& measurement) {
    Turn turn = challenger.take_turn(next_window(), looks);
    measurement.wrong = turn.wrong;
    measurement.launches.add(turn.launches);
    challengers_.add(turn.call);
    return turn;
}

Pair Arena::play_pair(Contestant& challenger, const Effort& effort, Measurement& measurement) {
    Pair pair;
    const bool baseline_first = secrets_.next() % 2 == 0;
    const auto baselines = [&] {
        const Turn turn = of_baseline([this] { return take_baseline_turn(); });
        pair.baseline_ms = turn.call.result.ms;
        pair.baseline_clock = turn.clock;
    };
    if (baseline_first) baselines();
    const Turn turn = take_challenger_turn(challenger, effort.looks, measurement);
    pair.student_ms = usual_.charge(turn.call);
    pair.student_clock = turn.clock;
    if (!baseline_first) baselines();
    return pair;
}

Round Arena::play_round(Contestant& challenger, const Effort& effort, Measurement& measurement) {
    enter_both(challenger);
    const double budget_s = effort.budget_s / static_cast<double>(effort.rounds);
    std::size_t pairs = fewest_pairs;
    for (std::size_t i = 0; i < warm_ups && measurement.wrong.empty(); ++i) {
        const Clock::time_point start = Clock::now();
        (void)play_pair(challenger, effort, measurement);
        const double took_s = std::chrono::duration<double>(Clock::now() - start).count();
        // How many pairs fit the budget is settled before the first one counts.
        pairs =
            std::clamp(static_cast<std::size_t>(budget_s / std::max(took_s, 1e-6)), fewest_pairs, most_pairs);
        if (took_s > long_warm_up_s) break;
    }
    Round round;
    while (round.pairs.size() < pairs && measurement.wrong.empty())
        round.pairs.push_back(play_pair(challenger, effort, measurement));
    for (const Pair& pair : round.pairs) measurement.clocks.add(pair);
    measurement.clocks.dropped += drop_unequal(round.pairs, fewest_pairs);
    if (measurement.wrong.empty()) measurement.wrong = challenger.damage();
    if (measurement.wrong.empty() && usual_.is_busy(challengers_)) measurement.wrong = messages::busy_device;
    leave_both(challenger);
    return round;
}

Measurement Arena::measure(const std::filesystem::path& object, const Effort& effort) {
    Contestant challenger(ground_, {baseline_build_.lab, object, baseline_build_.limits}, secrets_);
    challengers_ = {};
    Measurement measurement;
    while (measurement.rounds.size() < effort.rounds && measurement.wrong.empty())
        measurement.rounds.push_back(play_round(challenger, effort, measurement));
    return measurement;
}

double Arena::floor_ms() const { return data_floor_ms(backend_.device(), ground_.layout.work); }

} // namespace grader
