#include "grading/verify/diagnosis.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "grading/messages/results.h"
#include "grading/verify/matrix_shape.h"
#include "grading/verify/moved_values.h"

namespace grader {
namespace {

using kernelsmith::Buffer;
using kernelsmith::Comparison;

Message describe_unwritten(const Comparison& comparison, const CallContext& call) {
    if (comparison.unwritten() == 0) return {};
    const bool launched = !call.launches.empty();
    if (comparison.untouched() == comparison.compared()) {
        if (comparison.wrong() == comparison.compared())
            return launched ? messages::none_written_by_kernel : messages::none_written;
        return launched ? messages::none_written_by_kernel_but_right : messages::none_written_but_right;
    }
    return comparison.unwritten() == comparison.wrong() ? messages::rest_not_visited : Message();
}

/// Describes blocks that all wrote the part of the first block. Returns an empty message if no launch has
/// blocks of that size.
Message describe_repeated_work(const Comparison& comparison, const Buffer& buffer, const CallContext& call) {
    const bool only_unwritten = comparison.wrong() > 0 && comparison.unwritten() == comparison.wrong() &&
                                comparison.mismatches().size() == comparison.wrong();
    if (!only_unwritten) return {};
    const std::size_t written = comparison.mismatches().front().index;
    if (comparison.wrong() != buffer.count() - written) return {};
    for (const Launch& launch : call.launches) {
        const std::size_t blocks = std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        if (blocks > 1 && std::size_t{launch.block[0]} * launch.block[1] * launch.block[2] == written)
            return {messages::blocks_share_work, {{"elements", written}, {"blocks", blocks}}};
    }
    return {};
}

/// Reports whether @p pattern says that one block's work was done, of a call that the course launches with one
/// block: then something else ends there.
bool blames_missing_blocks(const Message& pattern, const CallContext& call) {
    const auto has_one_block = [](const Launch& launch) {
        return std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2] == 1;
    };
    return (pattern.is(messages::only_first_block) || pattern.is(messages::only_first_tile)) &&
           call.launch == LaunchOwner::course && !call.launches.empty() &&
           std::ranges::all_of(call.launches, has_one_block);
}

Message describe_value_errors(const Comparison& comparison) {
    if (comparison.not_finite() > 0)
        return {messages::some_not_finite, {{"elements", comparison.not_finite()}}};
    if (comparison.wrong() > 0 && comparison.unwritten() == 0 && comparison.worst() < 20)
        return {messages::lost_precision, {{"error", comparison.worst()}}};
    return {};
}

/// Formats a value for a student: with all its digits if it is an integer and must match exactly, otherwise
/// with the precision of a float.
std::string digits(double value, double tolerance) {
    constexpr double exact = 9007199254740992; // 2^53
    if (tolerance == 0 && std::fabs(value) < exact && value == std::trunc(value))
        return fmt::format("{:.0f}", value);
    return fmt::format("{:.9g}", value);
}

} // namespace

std::vector<Message> diagnose(const Comparison& comparison, const Buffer& buffer, const CallContext& call) {
    if (Message shared = describe_repeated_work(comparison, buffer, call); !shared.empty()) return {shared};
    std::vector<Message> patterns;
    for (const Message& pattern :
         {describe_unwritten(comparison, call), describe_moved_values(comparison, buffer),
          describe_mismatch_positions(comparison, buffer, call.launch), describe_value_errors(comparison)})
        if (!pattern.empty() && !blames_missing_blocks(pattern, call)) patterns.push_back(pattern);
    return patterns;
}

Message diagnosis_of(const kernelsmith::Diagnosis& diagnosis) {
    Message message(messages::diagnosis, {{"name", diagnosis.name}, {"text", diagnosis.text}});
    if (diagnosis.number >= 0) message.add({"number", diagnosis.number});
    return message;
}

std::vector<Message> mismatch_table(const Comparison& comparison, const Buffer& buffer) {
    std::vector<Message> rows;
    for (const kernelsmith::Mismatch& mismatch : comparison.first()) {
        const double tolerance = mismatch.tolerance;
        Message row(messages::mismatch, {{"place", position(mismatch.index, buffer)},
                                         {"expected", digits(mismatch.expected, tolerance)}});
        if (!mismatch.unwritten) row.add({"got", digits(mismatch.got, tolerance)});
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace grader
