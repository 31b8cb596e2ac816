#include "grading/sentences/time_limit.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/core.h>

namespace grader {
namespace {

/// How a part contributes to the time.
enum class TimeKind {
    dram,       ///< it overlaps with other parts, and idles if too few bytes are in flight
    part,       ///< it overlaps with other parts
    overhead,   ///< it takes time in which no other part works
    everything, ///< not a single part: all work of the SMs
};

struct PartPhrase {
    std::string_view name; ///< subject of @ref verb
    std::string_view verb; ///< the share follows: "is busy for"
    TimeKind kind;
};

const std::map<std::string_view, PartPhrase>& part_phrases() {
    using enum TimeKind;
    static const std::map<std::string_view, PartPhrase> words = {
        {"sm", {"the blocks on the SMs, waiting included", "take", everything}},
        {"l2", {"the L2 cache", "is busy for", part}},
        {"dram", {"DRAM", "is busy for", dram}},
        {"from_l2", {"the path from L2 to the SMs", "is busy for", part}},
        {"to_l2", {"the path from the SMs to L2", "is busy for", part}},
        {"atomics", {"atomics on global memory", "keep L2 busy for", part}},
        {"same_address", {"serialized atomics on the same address", "take", part}},
        {"l1_and_shared", {"L1 and shared memory", "are busy for", part}},
        {"block_start", {"starting the blocks", "takes", part}},
        {"issue", {"the warp schedulers", "are busy for", part}},
        {"unit_alu", {"the units for integers, comparisons and logic", "are busy for", part}},
        {"unit_fma", {"the floating-point units", "are busy for", part}},
        {"unit_fma_heavy", {"the units for integer multiplication", "are busy for", part}},
        {"unit_fp16", {"the half-precision units", "are busy for", part}},
        {"unit_fp64", {"the double-precision units", "are busy for", part}},
        {"unit_xu", {"the units for roots, quotients and sines", "are busy for", part}},
        {"unit_conversion", {"the units for type conversions", "are busy for", part}},
        {"unit_lsu", {"the load/store units", "are busy for", part}},
        {"unit_tex", {"the texture units", "are busy for", part}},
        {"unit_branch", {"the branch units", "are busy for", part}},
        {"unit_uniform", {"the units for work that is uniform in a warp", "are busy for", part}},
        {"unit_tensor", {"the tensor cores", "are busy for", part}},
        {"unit_none", {"instructions that need no unit", "keep the schedulers busy for", part}},
        {"launch", {"launch overhead", "takes", overhead}},
        {"chain", {"the chain of blocks that wait for each other", "takes", overhead}},
        {"call", {"the overhead of the call", "takes", overhead}},
        {"copies", {"copies between host and device", "take", overhead}},
        {"moves", {"copies and memsets on the device", "take", overhead}},
        {"host_waits", {"waits of the host for the GPU", "take", overhead}},
        {"host_work", {"the host's work on copied bytes", "takes", overhead}},
        {"kernels", {"the work of the GPU", "takes", overhead}},
    };
    return words;
}

/// A part with a printed name.
struct NamedShare {
    PartPhrase words;
    double share = 0; ///< share of the time

    [[nodiscard]] std::string percent() const {
        constexpr double all = 100;
        return fmt::format("{:.0f} %", all * std::min(share, 1.0));
    }
    /// Returns "DRAM is busy for 67 %".
    [[nodiscard]] std::string clause() const {
        return fmt::format("{} {} {}", words.name, words.verb, percent());
    }
};

/// Returns the parts in @p limit that have a printed name, in its order.
std::vector<NamedShare> parts_of(const Message& limit) {
    std::vector<NamedShare> parts;
    const Message::Value* const shares = limit.find("parts");
    const auto* const all = shares == nullptr ? nullptr : std::get_if<std::vector<Message>>(shares);
    if (all == nullptr) return parts;
    for (const Message& one : *all)
        if (const auto found = part_phrases().find(one.text("part"));
            found != part_phrases().end() && found->second.kind != TimeKind::everything)
            parts.push_back({found->second, one.number("share")});
    return parts;
}

/// Explains the time in which none of the named parts is busy.
std::string remainder_sentence(const NamedShare& busiest) {
    if (busiest.words.kind == TimeKind::dram)
        return fmt::format(
            " For the rest, its warps wait: more bytes in flight would keep {} busier (Little's law).",
            busiest.words.name);
    return " For the rest, its warps wait for memory, for results or at barriers.";
}

} // namespace

// One load in flight per thread keeps DRAM busy for up to 83 % of the time (lab 01), and the step `technique`
// then reports that too few bytes are in flight. So a part is called the limit only well above that share,
// and below it the sentence explains the rest.
std::string time_limit_sentence(const Message& limit) {
    const std::vector<NamedShare> parts = parts_of(limit);
    if (parts.empty()) return {};
    const std::string kernel = limit.text("kernel");
    const std::string what = kernel.empty() ? "the call" : kernel;
    constexpr double nearly_all = 0.9;
    const NamedShare& busiest = parts.front();
    if (busiest.share >= nearly_all)
        return fmt::format("The model says that {} is limited by {}, which {} {} of its time.", what,
                           busiest.words.name, busiest.words.verb, busiest.percent());
    std::string text = limit.number("waits") != 0
                           ? fmt::format("The model says that {} is limited by latency: {} of its time", what,
                                         busiest.clause())
                           : fmt::format("The model says that {} of the time of {}", busiest.clause(), what);
    // The next part explains the rest if it is busy for at least half of it.
    const bool has_next = parts.size() > 1 && parts[1].share >= (1 - busiest.share) / 2;
    if (has_next) text += fmt::format(", and {}", parts[1].clause());
    text += '.';
    const bool has_overhead =
        busiest.words.kind == TimeKind::overhead || (has_next && parts[1].words.kind == TimeKind::overhead);
    return has_overhead ? text : text + remainder_sentence(busiest);
}

std::string part_in_words(const std::string& term) {
    const auto words = part_phrases().find(term);
    return std::string(words == part_phrases().end() ? std::string_view(term) : words->second.name);
}

} // namespace grader
