#include "grading/inspect/timeline.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grading/inspect/evaluate.h"
#include "grading/inspect/operation_launches.h"

namespace grader {
namespace {

/// Up to this many operations are shown without a search for a pattern.
constexpr std::size_t max_operations_without_pattern = 6;

/// A subsequence that repeats.
struct Pattern {
    std::size_t first = 0;
    std::size_t length = 0;  ///< 0: no pattern
    std::size_t covered = 0; ///< operations of all consecutive repetitions
    std::size_t slack = 0;   ///< number of positions by which it could begin later with as many repetitions
};

bool launches_a_kernel(const Operation& operation) {
    return operation.kind == OperationKind::kernel || operation.kind == OperationKind::graph;
}

bool reads_back(const Operation& operation) {
    return operation.kind == OperationKind::copy && operation.direction == Direction::to_host;
}

/// Returns the pattern of @p labels with a kernel whose repetitions cover the most operations; the
/// shortest of several.
Pattern find_pattern(const std::vector<std::string>& labels, const std::vector<Operation>& operations) {
    Pattern best;
    const std::size_t count = labels.size();
    for (std::size_t length = 1; length <= count / 2; ++length) {
        std::size_t equal = 0; // number of labels before this one that equal the label one pattern length
                               // later
        for (std::size_t i = 0; i <= count - length; ++i) {
            if (i < count - length && labels[i] == labels[i + length]) {
                ++equal;
                continue;
            }
            const std::size_t covered = (equal + length) / length * length;
            const auto first = operations.begin() + static_cast<std::ptrdiff_t>(i - equal);
            if (equal >= length && covered > best.covered &&
                std::any_of(first, first + static_cast<std::ptrdiff_t>(length), launches_a_kernel))
                best = {i - equal, length, covered, (equal + length) % length};
            equal = 0;
        }
    }
    return best;
}

/// A loop that reads back its result ends with the copy. Operations before or after the loop may look like a
/// part of it: then @p pattern begins elsewhere.
void align_to_read_back(Pattern& pattern, const std::vector<Operation>& operations) {
    for (std::size_t later = 0; later <= pattern.slack; ++later) {
        if (!reads_back(operations[pattern.first + later + pattern.length - 1])) continue;
        pattern.first += later;
        return;
    }
}

/// Returns the starts of the longest series of repetitions of @p pattern, with at most one pattern length
/// between two.
std::vector<std::size_t> find_repetitions(const std::vector<std::string>& labels, const Pattern& pattern) {
    std::vector<std::size_t> longest;
    std::vector<std::size_t> now;
    const auto pattern_begin = labels.begin() + static_cast<std::ptrdiff_t>(pattern.first);
    for (std::size_t i = 0; i + pattern.length <= labels.size();) {
        const auto here = labels.begin() + static_cast<std::ptrdiff_t>(i);
        if (!std::equal(pattern_begin, pattern_begin + static_cast<std::ptrdiff_t>(pattern.length), here)) {
            ++i;
            continue;
        }
        if (!now.empty() && i > now.back() + 2 * pattern.length) now.clear();
        now.push_back(i);
        if (now.size() > longest.size()) longest = now;
        i += pattern.length;
    }
    return longest;
}

/// The operations that are active at one moment.
class ActiveOperations {
public:
    void change(const std::string& label, OperationKind kind, int by) {
        if ((labels_[label] += by) == 0) labels_.erase(label);
        kinds_[kind] += by;
    }
    /// Returns the only active label; null if there is none or if there are several.
    [[nodiscard]] const std::string* only() const {
        return labels_.size() == 1 ? &labels_.begin()->first : nullptr;
    }
    [[nodiscard]] bool idle() const { return labels_.empty(); }
    [[nodiscard]] bool has(OperationKind kind) const {
        const auto found = kinds_.find(kind);
        return found != kinds_.end() && found->second > 0;
    }

private:
    std::map<std::string, int> labels_;
    std::map<OperationKind, int> kinds_;
};

/// The moment at which an operation begins or ends.
struct OperationEdge {
    double ms = 0;
    std::size_t operation = 0;
    int change = 1; ///< -1: it ends
};

std::vector<OperationEdge> edges_of(const std::vector<Operation>& operations, double call_ms) {
    std::vector<OperationEdge> edges;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const OperationTime& time = *operations[i].time;
        edges.push_back({std::clamp(time.start_ms, 0.0, call_ms), i, 1});
        edges.push_back({std::clamp(time.start_ms + time.ms, 0.0, call_ms), i, -1});
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const OperationEdge& a, const OperationEdge& b) { return a.ms < b.ms; });
    return edges;
}

/// Returns for how long the host submitted nothing before the operation @p next, or at the end of the call.
double host_idle_before(const std::vector<Operation>& asked, const Operation* next, double call_ms) {
    double until = call_ms;
    double since = 0;
    for (const Operation& operation : asked) {
        if (next != nullptr && operation.submitted_ms >= next->submitted_ms) break;
        since = operation.returned_ms;
    }
    if (next != nullptr) until = next->submitted_ms;
    return std::max(0.0, until - since);
}

/// Computes the share of each label, and the gaps.
void attribute_time(Timeline& line, const std::vector<Operation>& asked) {
    std::map<std::string, LabelShare> shares;
    for (const Operation& operation : line.operations) {
        LabelShare& share = shares[label_of(operation)];
        share.kind = operation.kind;
        share.count += 1;
        share.ms += operation.time->ms;
    }
    ActiveOperations active;
    double before = 0;
    const auto pass = [&](double until, const Operation* next) {
        const double ms = until - before;
        if (active.idle() && ms > 0)
            line.gaps.push_back({before, ms, std::min(ms, host_idle_before(asked, next, line.call_ms))});
        double& part = active.has(OperationKind::kernel) || active.has(OperationKind::graph) ? line.kernels_ms
                       : active.has(OperationKind::copy)                                     ? line.copies_ms
                       : active.has(OperationKind::memset)                                   ? line.memsets_ms
                                                                                             : line.idle_ms;
        part += ms;
        if (const std::string* only = active.only(); only != nullptr) shares[*only].alone_ms += ms;
        before = until;
    };
    for (const OperationEdge& edge : edges_of(line.operations, line.call_ms)) {
        const Operation& operation = line.operations[edge.operation];
        pass(edge.ms, &operation);
        active.change(label_of(operation), operation.kind, edge.change);
    }
    pass(line.call_ms, nullptr);
    for (auto& [label, share] : shares) {
        share.label = label;
        line.shares.push_back(share);
    }
    std::stable_sort(line.shares.begin(), line.shares.end(),
                     [](const LabelShare& a, const LabelShare& b) { return a.alone_ms > b.alone_ms; });
}

} // namespace

std::string label_of(const Operation& operation) {
    std::vector<std::string> names;
    for (const OperationKernel& kernel : operation.kernels) names.push_back(kernel.kernel);
    std::sort(names.begin(), names.end()); // the nodes of a graph have no order
    switch (operation.kind) {
        case OperationKind::kernel: return names.empty() ? "?" : names.front();
        case OperationKind::graph:
            return names.empty() ? "graph" : fmt::format("graph of {}", fmt::join(names, ", "));
        case OperationKind::memset: return "memset";
        case OperationKind::copy: break;
    }
    switch (operation.direction) {
        case Direction::to_device: return "copy to the device";
        case Direction::to_host: return "copy to the host";
        case Direction::on_device: return "copy on the device";
        case Direction::on_host: return "copy on the host";
        case Direction::several: break;
    }
    return "copies both ways";
}

std::optional<Iteration> middle_iteration(const std::vector<Operation>& operations) {
    if (operations.size() <= max_operations_without_pattern) return std::nullopt;
    std::vector<std::string> labels;
    for (const Operation& operation : operations) labels.push_back(label_of(operation));
    Pattern pattern = find_pattern(labels, operations);
    if (pattern.length == 0 || 2 * pattern.covered < operations.size()) return std::nullopt;
    align_to_read_back(pattern, operations);
    const std::vector<std::size_t> starts = find_repetitions(labels, pattern);
    const std::size_t middle = starts.size() / 2;
    const std::size_t end = middle + 1 < starts.size() ? starts[middle + 1] : starts[middle] + pattern.length;
    return Iteration{starts[middle], end, middle + 1, starts.size()};
}

Timeline analyze_timeline(const OperationLog& log, double call_ms) {
    Timeline line;
    line.call_ms = log.ms.value_or(call_ms);
    line.dropped = log.dropped;
    for (const Operation& operation : log.operations) {
        if (operation.time)
            line.operations.push_back(operation);
        else
            ++line.untimed;
    }
    std::stable_sort(line.operations.begin(), line.operations.end(),
                     [](const Operation& a, const Operation& b) {
                         return a.time->start_ms < b.time->start_ms;
                     });
    double last = 0;
    for (const Operation& operation : line.operations)
        last = std::max(last, operation.time->start_ms + operation.time->ms);
    // The clock of the events may be slightly ahead of the runner's.
    line.call_ms = log.dropped > 0 ? last : std::max(line.call_ms, last);
    attribute_time(line, log.operations);
    line.iteration = middle_iteration(line.operations);
    return line;
}

std::optional<double> speedup_without(double part_ms, double call_ms) {
    constexpr double least_rest = 1e-3; // as a share of the call: below that, the clocks are too inexact
    if (call_ms - part_ms < least_rest * call_ms || call_ms <= 0) return std::nullopt;
    return call_ms / (call_ms - part_ms);
}

std::vector<CountedOperation> counted_operations(const OperationLog& log,
                                                 const std::vector<ObservedLaunch>& launches) {
    const Quantity& instructions = *find_quantity("instructions");
    // Per one needed byte, which makes it the number of moved bytes.
    const Quantity& memory = *find_quantity("moved_per_needed_byte");
    const Counts one_byte = {{call_counter::bytes, 1.0}};
    const auto of_operations = launches_of_operations(log.operations, launches);
    std::vector<CountedOperation> counted;
    for (std::size_t n = 0; n < log.operations.size(); ++n) {
        CountedOperation& now = counted.emplace_back();
        now.operation = log.operations[n];
        for (const std::size_t number : of_operations[n]) {
            const ObservedLaunch& launch = launches[number];
            if (launch.time) now.modelled_ms = now.modelled_ms.value_or(0) + launch.time->ms;
            now.warp_instructions += evaluate(instructions, launch.counts);
            now.memory_bytes += evaluate(memory, {launch}, one_byte);
        }
    }
    return counted;
}

} // namespace grader
