#include "grading/measure/candidate.h"

#include <span>
#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "grading/measure/spot_checks.h"
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

/// Elements per output that are checked after a call.
constexpr std::size_t checked_elements = 2048;

} // namespace

Candidate::Candidate(const BenchmarkContext& context, Build build, Secrets& secrets)
    : context_(context), build_(std::move(build)), secrets_(secrets) {}

void Candidate::stop_process() {
    if (runner_ == nullptr) return;
    keeper_ = runner_->keeper();
    runner_.reset();
}

void Candidate::start_process() {
    stop_process();
    // If a process broke down, its keeper may have broken down as well; a keeper that was handed over has
    // not.
    started_ = begin_runner(context_.backend, build_, {context_.pool->descriptor(), context_.pool->bytes()},
                            std::exchange(keeper_, nullptr));
}

void Candidate::load_build() {
    if (started_ == nullptr) start_process();
    std::unique_ptr<RunnerClient> runner = std::move(started_);
    await_runner(context_.backend, *runner);
    runner_ = std::move(runner);
    runner_->pool(); // first, because the runner then closes the descriptor
    const bool locked_in = context_.backend.isolation().level != IsolationLevel::process;
    idle_process_count_ = locked_in ? runner_->processes() : 0;
    runner_->load(build_.object, build_.lab.manifest.entry);
    runner_->allocate(context_.layout, context_.guards);
    // Allocate all memory for the later calls before the first call of the function: afterwards, a lack of
    // memory could not be attributed. The indices gathered here reveal nothing about the later ones.
    runner_->prepare({0, context_.pool->at(0, secrets_.next()), true});
    for (std::size_t i = 0; i < context_.layout.buffers.size(); ++i)
        if (has_output(context_.layout.buffers[i]) && context_.layout.buffers[i].count() > 0)
            (void)runner_->gather(i, std::vector<std::size_t>(checked_elements));
}

CallSample Candidate::run_call(std::uint64_t window, SpotChecks spot_checks) {
    const std::uint64_t poison = make_poison(secrets_.next());
    const std::uint64_t key = secrets_.next(); // the build has been loaded by now
    CallSample sample;
    sample.call = runner_->timed_call({poison, context_.pool->at(window, key), true},
                                      draw_spot_checks(context_.layout, secrets_));
    // Read the clock rates only now: a query while the call is prepared or running would disturb it.
    if (context_.clocks != nullptr) sample.clock = context_.clocks->read().value_or(ClockReading());
    sample.launches = runner_->launches();
    if (spot_checks == SpotChecks::off) return sample;
    sample.wrong = check(window, key, poison);
    // A left-over process could take host time from the other side's calls.
    if (sample.wrong.empty() && idle_process_count_ > 0 && runner_->processes() > idle_process_count_)
        sample.wrong = messages::left_process;
    if (sample.wrong.empty() && !runner_->outputs_settled()) sample.wrong = messages::still_changing;
    return sample;
}

Message Candidate::damage() { return guard_damage(*runner_, context_.layout, context_.guards); }

Message Candidate::check(std::uint64_t window, std::uint64_t key, std::uint64_t poison) {
    kernelsmith::Draw draw = context_.draw;
    draw.window = window;
    draw.key = key;
    std::vector<std::vector<std::uint8_t>> kept;
    std::vector<Observed> observed;
    for (std::size_t i = 0; i < context_.layout.buffers.size(); ++i) {
        const Buffer& buffer = context_.layout.buffers[i];
        if (!has_output(buffer)) continue;
        std::vector<std::size_t> indices;
        // Every check includes the first and the last element, where a grid that is too small fails.
        if (buffer.count() > 0) indices = {0, buffer.count() - 1};
        while (buffer.count() > 0 && indices.size() < checked_elements)
            indices.push_back(secrets_.next() % buffer.count());
        kept.push_back(runner_->gather(i, indices));
        if (kept.back().size() != indices.size() * buffer.element_bytes) return messages::other_output;
        observed.push_back({i, std::move(indices), {}, poison});
    }
    for (std::size_t i = 0; i < kept.size(); ++i) observed[i].data = std::as_bytes(std::span(kept[i]));
    const std::vector<Comparison> comparisons = context_.problem.check(draw, observed);
    if (comparisons.size() != observed.size())
        throw std::logic_error("a problem must check each of its outputs");
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        if (comparisons[i].compared() < observed[i].indices.size())
            throw std::logic_error("a problem must compare every element that it is shown");
        if (comparisons[i].passed()) continue;
        const Buffer& buffer = context_.layout.buffers[observed[i].buffer];
        const std::vector<Message> rows = mismatch_table(comparisons[i], buffer);
        return {messages::wrong_elements,
                {{"wrong", comparisons[i].wrong()},
                 {"looked_at", comparisons[i].compared()},
                 {"why", rows.empty() ? diagnosis_of(comparisons[i].failures().front()) : rows.front()}}};
    }
    return {};
}

} // namespace grader
