#include "grading/measure/contestant.h"

#include <span>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "grading/measure/looks.h"
#include "grading/messages/speed.h"
#include "grading/verify/case_run.h"
#include "grading/verify/diagnosis.h"
#include "grading/verify/fresh_runner.h"
#include "grading/verify/guard_bands.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Observed;

/// Elements of each output that a turn is checked at.
constexpr std::size_t places = 2048;

} // namespace

Contestant::Contestant(const Ground& ground, Build build, Secrets& secrets)
    : ground_(ground), build_(std::move(build)), secrets_(secrets) {}

void Contestant::leave() {
    if (runner_ == nullptr) return;
    keeper_ = runner_->keeper();
    runner_.reset();
}

void Contestant::begin() {
    leave();
    // Who has kept for a process that broke down may have broken down as well; one that is handed over has not.
    begun_ = begin_runner(ground_.backend, build_, {ground_.pool->descriptor(), ground_.pool->bytes()},
                          std::exchange(keeper_, nullptr));
}

void Contestant::enter() {
    if (begun_ == nullptr) begin();
    std::unique_ptr<RunnerClient> runner = std::move(begun_);
    await_runner(ground_.backend, *runner);
    runner_ = std::move(runner);
    runner_->pool(); // first: then its descriptor is closed
    const bool locked_in = ground_.backend.isolation().level != IsolationLevel::process;
    alone_ = locked_in ? runner_->processes() : 0;
    runner_->load(build_.object, build_.lab.manifest.entry);
    runner_->allocate(ground_.layout, ground_.guards);
    // All memory that the turns will take is taken now, before the function is called for the first time:
    // afterwards nobody could tell whether it is missing because of the function. The places that are looked at
    // here say nothing of the later ones.
    runner_->prepare({0, ground_.pool->at(0, secrets_.next()), true});
    for (std::size_t i = 0; i < ground_.layout.buffers.size(); ++i)
        if (has_output(ground_.layout.buffers[i]) && ground_.layout.buffers[i].count() > 0)
            (void)runner_->gather(i, std::vector<std::size_t>(places));
}

Turn Contestant::take_turn(std::uint64_t window, Looks looks) {
    const std::uint64_t poison = make_poison(secrets_.next());
    const std::uint64_t key = secrets_.next(); // the build has been loaded by now
    Turn turn;
    turn.call = runner_->timed_call({poison, ground_.pool->at(window, key), true},
                                    draw_looks(ground_.layout, secrets_));
    // Only now: whoever asks while the call is prepared or runs is asked about himself.
    if (ground_.clocks != nullptr) turn.clock = ground_.clocks->read().value_or(ClockReading());
    turn.launches = runner_->launches();
    if (looks == Looks::spared) return turn;
    turn.wrong = check(window, key, poison);
    // While it is the other's turn, it could take the host's time from the other.
    if (turn.wrong.empty() && alone_ > 0 && runner_->processes() > alone_)
        turn.wrong = messages::left_process;
    if (turn.wrong.empty() && !runner_->settled()) turn.wrong = messages::still_changing;
    return turn;
}

Message Contestant::damage() { return guard_damage(*runner_, ground_.layout, ground_.guards); }

Message Contestant::check(std::uint64_t window, std::uint64_t key, std::uint64_t poison) {
    kernelsmith::Draw draw = ground_.draw;
    draw.window = window;
    draw.key = key;
    std::vector<std::vector<std::uint8_t>> kept;
    std::vector<Observed> observed;
    for (std::size_t i = 0; i < ground_.layout.buffers.size(); ++i) {
        const Buffer& buffer = ground_.layout.buffers[i];
        if (!has_output(buffer)) continue;
        std::vector<std::size_t> indices;
        // The first and the last element belong to every look: that is where a grid falls short.
        if (buffer.count() > 0) indices = {0, buffer.count() - 1};
        while (buffer.count() > 0 && indices.size() < places)
            indices.push_back(secrets_.next() % buffer.count());
        kept.push_back(runner_->gather(i, indices));
        if (kept.back().size() != indices.size() * buffer.element_bytes) return messages::other_output;
        observed.push_back({i, std::move(indices), {}, poison});
    }
    for (std::size_t i = 0; i < kept.size(); ++i) observed[i].data = std::as_bytes(std::span(kept[i]));
    const std::vector<Comparison> comparisons = ground_.problem.check(draw, observed);
    if (comparisons.size() != observed.size())
        throw std::logic_error("a problem has to check each of its outputs");
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        if (comparisons[i].compared() < observed[i].indices.size())
            throw std::logic_error("a problem has to compare every element that it is shown");
        if (comparisons[i].passed()) continue;
        const Buffer& buffer = ground_.layout.buffers[observed[i].buffer];
        const std::vector<Message> rows = mismatch_table(comparisons[i], buffer);
        return {messages::wrong_elements,
                {{"wrong", comparisons[i].wrong()},
                 {"looked_at", comparisons[i].compared()},
                 {"why", rows.empty() ? diagnosis_of(comparisons[i].failures().front()) : rows.front()}}};
    }
    return {};
}

} // namespace grader
