#include "measure/arena.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "errors.h"
#include "kernelsmith/random.h"
#include "verify/case_run.h"
#include "verify/diagnosis.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Observed;
using kernelsmith::Role;
using Clock = std::chrono::steady_clock;

constexpr std::size_t fewest_pairs = 11;
constexpr std::size_t most_pairs = 101;
constexpr int warm_ups = 2;
/// Elements of each output that a repeat is checked at.
constexpr std::size_t places = 2048;
/// Cold caches still hold some lines, and what was written last may stay in L2: what nobody passes is a
/// little less.
constexpr double floor_slack = 0.97;

} // namespace

Arena::Arena(const Backend& backend, const Lab& lab, const kernelsmith::Problem& problem,
             const std::filesystem::path& baseline, std::uint64_t seed, const kernelsmith::Sizes* sizes)
    : backend_(backend), lab_(lab), problem_(problem) {
    draw_.seed = kernelsmith::random_bits(seed, 0x7136d);
    choose_case(sizes);
    guards_ = make_guards(layout_, kernelsmith::random_bits(draw_.seed, 0x9a7d));
    pool_ = std::make_unique<Pool>(problem_, layout_, draw_);
    try {
        baseline_ = enter(baseline);
        ceilings_ = ceilings_from(baseline_->ceilings());
    } catch (const RunnerDied& death) {
        throw EnvironmentError(fmt::format("the baseline does not run on this device: {}", death.what()));
    } catch (const RunnerFault& fault) {
        throw EnvironmentError(fmt::format("the baseline does not run on this device: {}", fault.what()));
    }
    for (int i = 0; i < warm_ups; ++i) (void)take_baseline_turn();
}

void Arena::choose_case(const kernelsmith::Sizes* sizes) {
    if (sizes != nullptr) {
        draw_.sizes = *sizes;
        case_name_ = describe(*sizes);
        layout_ = problem_.layout(draw_.sizes);
        return;
    }
    for (const Case& timed : lab_.manifest.timed) {
        draw_.sizes = timed.draw(draw_.seed);
        case_name_ = timed.name;
        layout_ = problem_.layout(draw_.sizes);
        std::size_t bytes = Pool::bytes_for(layout_);
        for (const Buffer& buffer : layout_.buffers) bytes += buffer.bytes();
        // Two runners at once, and a tenth of the memory for everybody else on the device.
        if (2 * bytes < backend_.device().memory_bytes / 10 * 9) return;
    }
    throw EnvironmentError(
        fmt::format("{} has too little memory for every timed case of {}", backend_.device().name, lab_.id));
}

std::unique_ptr<RunnerClient> Arena::enter(const std::filesystem::path& object) const {
    auto runner =
        std::make_unique<RunnerClient>(backend_.runner(), lab_.manifest.limits, pool_->descriptor());
    runner->load(object, lab_.manifest.entry);
    runner->pool(pool_->bytes());
    runner->allocate(layout_, guards_);
    return runner;
}

std::uint64_t Arena::secret() { return kernelsmith::random_bits(draw_.seed ^ 0x5ec7e7, drawn_++); }

std::uint64_t Arena::next_window() {
    // An odd stride through a power of two meets every window before it meets one again.
    static_assert((Pool::windows & (Pool::windows - 1)) == 0);
    const std::uint64_t start = kernelsmith::random_bits(draw_.seed, 0x57a7);
    const std::uint64_t stride = kernelsmith::random_bits(draw_.seed, 0x57a8) | 1;
    return (start + turns_++ * stride) % Pool::windows;
}

Arena::Turn Arena::take_turn(RunnerClient& runner, Looks looks) {
    const std::uint64_t window = next_window();
    const std::uint64_t poison = make_poison(secret());
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
        if (buffer.role != Role::out && buffer.role != Role::inout) continue;
        std::vector<std::size_t> indices;
        // The first and the last element belong to every look: that is where a grid falls short.
        if (buffer.count() > 0) indices = {0, buffer.count() - 1};
        while (buffer.count() > 0 && indices.size() < places) indices.push_back(secret() % buffer.count());
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
    const std::unique_ptr<RunnerClient> challenger = enter(object);
    Measurement measurement;
    std::size_t pairs = fewest_pairs;
    const auto whole = static_cast<std::size_t>(warm_ups);
    for (std::size_t i = 0; i < whole + pairs; ++i) {
        const Clock::time_point start = Clock::now();
        const bool baseline_first = secret() % 2 == 0;
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
        measurement.launches = of_student.launches;
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
