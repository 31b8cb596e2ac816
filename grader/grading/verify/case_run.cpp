#include "grading/verify/case_run.h"

#include "base/secrets.h"
#include "grading/messages/results.h"
#include "grading/verify/diagnosis.h"
#include "grading/verify/guard_bands.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;
using kernelsmith::Draw;
using kernelsmith::Layout;
using kernelsmith::Observed;
using kernelsmith::Problem;
using kernelsmith::Role;

using Bytes = std::vector<std::uint8_t>;

/// Returns whether all guard bands are intact; if not, describes the damage in @p outcome.
bool guards_intact(RunnerClient& runner, const Layout& layout, const std::vector<std::uint64_t>& guards,
                   CaseOutcome& outcome) {
    outcome.message = guard_damage(runner, layout, guards);
    if (outcome.message.empty()) return true;
    outcome.symptom = Symptom::outside_its_buffer;
    outcome.details.emplace_back(messages::check_the_index);
    return false;
}

bool inputs_unchanged(RunnerClient& runner, const Layout& layout, const std::vector<Bytes>& inputs,
                      CaseOutcome& outcome) {
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        if (layout.buffers[i].role != Role::in || runner.fetch(i) == inputs[i]) continue;
        outcome.message = {messages::changed_input, {{"buffer", layout.buffers[i].name}}};
        outcome.details.emplace_back(messages::inputs_stay);
        return false;
    }
    return true;
}

void report(const Comparison& comparison, const Buffer& buffer, LaunchOwner launch, CaseOutcome& outcome) {
    if (comparison.wrong() > 0) {
        const MessageKind kind = comparison.unwritten() == comparison.wrong()    ? messages::never_written
                                 : comparison.not_finite() == comparison.wrong() ? messages::not_finite
                                                                                 : messages::differ;
        outcome.message = {kind,
                           {{"wrong", comparison.wrong()},
                            {"elements", comparison.compared()},
                            {"buffer", buffer.name}}};
        if (comparison.unwritten() == comparison.wrong() && comparison.wrong() < comparison.compared())
            outcome.symptom = Symptom::partly_written;
        outcome.buffer = buffer.name;
    } else {
        outcome.message = diagnosis_of(comparison.failures().front());
    }
    // The values come last: if the report is cut, nothing else is lost.
    for (const kernelsmith::Diagnosis& failure : comparison.failures())
        if (Message diagnosis = diagnosis_of(failure); diagnosis != outcome.message)
            outcome.details.push_back(std::move(diagnosis));
    for (Message& pattern : diagnose(comparison, buffer, {outcome.launches, launch}))
        outcome.details.push_back(std::move(pattern));
    for (Message& row : mismatch_table(comparison, buffer)) outcome.details.push_back(std::move(row));
    if (comparison.wrong() > comparison.first().size())
        outcome.details.emplace_back(messages::more_mismatches,
                                     Arguments{{"more", comparison.wrong() - comparison.first().size()}});
}

std::vector<Bytes> fetch_outputs(RunnerClient& runner, const Layout& layout) {
    std::vector<Bytes> outputs;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
        if (has_output(layout.buffers[i])) outputs.push_back(runner.fetch(i));
    return outputs;
}

/// Returns whether the same call, repeated, writes different bytes.
bool varies(RunnerClient& runner, const Layout& layout, const std::vector<Bytes>& inputs,
            std::uint64_t poison) {
    const std::vector<Bytes> before = fetch_outputs(runner, layout);
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
        if (layout.buffers[i].role == Role::inout) runner.fill(i, inputs[i]);
    runner.prepare({poison});
    runner.call();
    return fetch_outputs(runner, layout) != before;
}

} // namespace

bool has_input(const Buffer& buffer) { return buffer.role == Role::in || buffer.role == Role::inout; }

bool has_output(const Buffer& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

Bytes generate(const Problem& problem, const Draw& draw, const Layout& layout, std::size_t index) {
    Bytes data(layout.buffers[index].bytes());
    problem.generate(draw, index, 0, std::as_writable_bytes(std::span(data)));
    return data;
}

bool check_outputs(RunnerClient& runner, const Problem& problem, const Draw& draw, const Layout& layout,
                   std::uint64_t poison, CaseOutcome& outcome, LaunchOwner launch) {
    std::vector<Bytes> kept;
    std::vector<Observed> observed;
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
        if (has_output(layout.buffers[i])) {
            kept.push_back(runner.fetch(i));
            if (kept.back().size() != layout.buffers[i].bytes()) runner.reject_answer();
            observed.push_back({i, {}, {}, poison});
        }
    for (std::size_t i = 0; i < kept.size(); ++i) observed[i].data = std::as_bytes(std::span(kept[i]));
    const std::vector<Comparison> comparisons = problem.check(draw, observed);
    if (comparisons.size() != observed.size())
        throw std::logic_error("a problem must check each of its outputs");
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        const Buffer& buffer = layout.buffers[observed[i].buffer];
        if (comparisons[i].compared() < buffer.count())
            throw std::logic_error("a problem must compare every element of \"" + buffer.name + "\"");
        if (comparisons[i].passed()) continue;
        report(comparisons[i], buffer, launch, outcome);
        return false;
    }
    return true;
}

CaseOutcome run_case(RunnerClient& runner, const Problem& problem, const kernelsmith::Sizes& sizes,
                     std::uint64_t seed, const CaseOptions& options) {
    const Draw draw{sizes, seed, 0};
    const Layout layout = problem.layout(sizes);
    Secrets secrets; // a replay does not need the secrets of the first run
    const std::vector<std::uint64_t> guards = make_guards(layout, secrets);
    const std::uint64_t poison = make_poison(secrets.next());

    std::vector<Bytes> inputs(layout.buffers.size());
    runner.allocate(layout, guards);
    for (std::size_t i = 0; i < layout.buffers.size(); ++i) {
        if (!has_input(layout.buffers[i])) continue;
        inputs[i] = generate(problem, draw, layout, i);
        runner.fill(i, inputs[i]);
    }
    runner.prepare({poison});

    CaseOutcome outcome;
    runner.call();
    outcome.launches = runner.launches().launches;
    const bool within =
        guards_intact(runner, layout, guards, outcome) && inputs_unchanged(runner, layout, inputs, outcome);
    outcome.passed = within && check_outputs(runner, problem, draw, layout, poison, outcome, options.launch);
    if (within && !outcome.passed && options.call_again && varies(runner, layout, inputs, poison))
        outcome.details.insert(outcome.details.begin(), messages::varies);
    runner.release();
    return outcome;
}

std::uint64_t make_poison(std::uint64_t secret) {
    // 0x7fff.... is a quiet NaN as a float, and as a double whatever follows; the low half of a word is free.
    const std::uint64_t payload = (secret & 0xffff) | 1;
    const std::uint64_t word = 0x7fff0000U | payload;
    return word << 32 | word;
}

} // namespace grader
