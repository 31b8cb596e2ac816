#include "grading/report/timeline/timeline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/layout.h"
#include "grading/report/timeline/timeline_text.h"

namespace grader {
namespace {

/// Parts of a call below this share have no sentence, and gaps below this share of the rows have no row.
constexpr double min_share = 0.01;

/// A row: an operation or a gap.
struct TimeRow {
    std::string label;
    double start_ms = 0;
    double ms = 0;
    bool gap = false;
};

/// The interval of a call that is shown.
struct ShownInterval {
    double from_ms = 0;
    double to_ms = 0;
};

/// Formats "1.31", "40.2", "812".
std::string format_factor(double factor) {
    return fmt::format("{:.{}f}", factor, factor < 9.995 ? 2 : factor < 99.95 ? 1 : 0);
}

/// Returns the label of @p operation, with its bytes if it has any.
std::string row_label(const Operation& operation) {
    const std::string label = printable(label_of(operation));
    const bool moves = operation.kind == OperationKind::copy || operation.kind == OperationKind::memset;
    if (!moves) return cut(label, label_width);
    return fmt::format("{}, {}", label, format_amount(static_cast<double>(operation.bytes)));
}

ShownInterval shown_interval(const Timeline& line) {
    if (!line.iteration) return {0, line.call_ms};
    const std::size_t end = line.iteration->end;
    return {line.operations[line.iteration->first].time->start_ms,
            end < line.operations.size() ? line.operations[end].time->start_ms : line.call_ms};
}

std::vector<TimeRow> rows_of(const Timeline& line, const ShownInterval& shown) {
    std::vector<TimeRow> rows;
    const std::size_t first = line.iteration ? line.iteration->first : 0;
    const std::size_t end = line.iteration ? line.iteration->end : line.operations.size();
    for (std::size_t i = first; i < end; ++i) {
        const Operation& operation = line.operations[i];
        rows.push_back({row_label(operation), operation.time->start_ms, operation.time->ms});
    }
    for (const Gap& idle : line.gaps) {
        const bool within = idle.start_ms >= shown.from_ms && idle.start_ms < shown.to_ms;
        if (within && idle.ms >= min_share * (shown.to_ms - shown.from_ms))
            rows.push_back({2 * idle.host_ms >= idle.ms ? "gap: the host works" : "gap: the device waits",
                            idle.start_ms, idle.ms, true});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const TimeRow& a, const TimeRow& b) { return a.start_ms < b.start_ms; });
    return rows;
}

/// Returns a bar at the position of @p row in @p shown, of @p width columns.
std::string bar_of(const TimeRow& row, const ShownInterval& shown, std::size_t width) {
    const double whole = std::max(shown.to_ms - shown.from_ms, 1e-9);
    const auto column = [&](double ms) {
        const double place = (ms - shown.from_ms) / whole * static_cast<double>(width);
        return static_cast<std::size_t>(std::clamp(std::round(place), 0.0, static_cast<double>(width)));
    };
    const std::size_t begin = std::min(column(row.start_ms), width - 1);
    const std::size_t end = std::max(column(row.start_ms + row.ms), begin + 1);
    std::string bar = blanks(begin);
    for (std::size_t i = begin; i < end; ++i) bar += row.gap ? "·" : "█";
    return bar;
}

void add_rows(std::string& page, const Timeline& line, const Style& style) {
    const ShownInterval shown = shown_interval(line);
    const std::vector<TimeRow> rows = rows_of(line, shown);
    constexpr std::size_t before_bar = 2 + 9 + 1 + 9 + 1 + 6 + 2 + label_width + 1;
    const std::size_t width = std::max<std::size_t>(style.width, before_bar + 8) - before_bar;
    page += fmt::format("  {:>9} {:>9} {:>6}\n", "start", "length", "share");
    for (std::size_t i = 0; i < std::min(rows.size(), max_rows); ++i) {
        const TimeRow& row = rows[i];
        page += fmt::format("  {} {} {:>6}  {} {}\n", align_right(9, format_time(row.start_ms)),
                            align_right(9, format_time(row.ms)), format_share(row.ms / line.call_ms),
                            align_left(label_width, row.label), bar_of(row, shown, width));
    }
    if (rows.size() > max_rows) page += fmt::format("  ... and {} more\n", rows.size() - max_rows);
    page += '\n';
}

/// Returns "kernels 61 %, copies 20 %, host and gaps 19 %".
std::string shares_summary(const Timeline& line) {
    std::vector<std::string> parts;
    const auto add = [&](const char* name, double ms) {
        parts.push_back(fmt::format("{} {}", name, format_share(ms / line.call_ms)));
    };
    add("kernels", line.kernels_ms);
    add("copies", line.copies_ms);
    if (line.memsets_ms > 0) add("memsets", line.memsets_ms);
    add("host and gaps", line.idle_ms);
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// A part of a call, and its name in a sentence.
struct CallPart {
    std::string name;
    double ms = 0; ///< gain of the call without this part
};

std::vector<CallPart> parts_of(const Timeline& line) {
    std::vector<CallPart> parts;
    for (const LabelShare& share : line.shares) {
        const std::string label = printable(share.label);
        std::string name = label;
        if (share.kind == OperationKind::copy)
            name = (share.count == 1 ? "the " : "the copies ") + label.substr(share.count == 1 ? 0 : 5);
        if (share.kind == OperationKind::memset) name = share.count == 1 ? "the memset" : "the memsets";
        parts.push_back({name, share.alone_ms});
    }
    parts.push_back({"the host and the gaps", line.idle_ms});
    std::stable_sort(parts.begin(), parts.end(),
                     [](const CallPart& a, const CallPart& b) { return a.ms > b.ms; });
    return parts;
}

/// Adds a sentence with Amdahl's law for each part, the largest first.
void add_gains(std::string& page, const Timeline& line, const Style& style) {
    std::vector<std::string> small;
    for (const CallPart& part : parts_of(line)) {
        const double share = part.ms / line.call_ms;
        if (share < min_share) {
            small.push_back(part.name);
            continue;
        }
        const std::optional<double> speedup = speedup_without(part.ms, line.call_ms);
        const std::string then =
            speedup ? fmt::format("the call would be {} times as fast.", format_factor(*speedup))
                    : "nothing of the call would be left.";
        add_wrapped(page, fmt::format("If {} took no time at all, {}", part.name, then), style,
                    fmt::format("{:>5}  ", format_share(share)));
    }
    if (!small.empty()) add_wrapped(page, fmt::format("Below 1 % each: {}.", fmt::join(small, ", ")), style);
}

/// Adds notes about the measurement.
void add_notes(std::string& page, const Timeline& line, double bare_ms, const Style& style) {
    page += '\n';
    add_wrapped(page,
                fmt::format("Measured with a CUDA event before and after each operation. Without the events, "
                            "the call took {}.",
                            format_time(bare_ms)),
                style);
    double alone = line.idle_ms;
    for (const LabelShare& share : line.shares) alone += share.alone_ms;
    if (alone < (1 - min_share) * line.call_ms)
        add_wrapped(page,
                    "Some operations ran concurrently. A sentence counts only the time in which no other "
                    "operation ran.",
                    style);
    if (line.untimed > 0)
        add_wrapped(page,
                    fmt::format("No event could be recorded around {} operation{}; they are in the gaps.",
                                line.untimed, line.untimed == 1 ? "" : "s"),
                    style);
    if (line.dropped > 0)
        add_wrapped(page,
                    fmt::format("{} more operations were not recorded, for lack of space. All shares are of "
                                "the time before them.",
                                line.dropped),
                    style);
}

} // namespace

std::string render_timeline(const Timeline& line, double bare_ms, const Style& style) {
    std::string page;
    add_wrapped(page,
                fmt::format("One call takes {}. It has {}", format_time(line.call_ms),
                            describe_operations(line.operations.size() + line.untimed, line.iteration)),
                style);
    page += '\n';
    add_rows(page, line, style);
    add_wrapped(page, fmt::format("Of the whole call: {}.", shares_summary(line)), style);
    page += '\n';
    add_gains(page, line, style);
    add_notes(page, line, bare_ms, style);
    return page;
}

} // namespace grader
