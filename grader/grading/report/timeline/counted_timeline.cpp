#include <algorithm>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/timeline/timeline.h"
#include "grading/report/timeline/timeline_text.h"

namespace grader {
namespace {

/// Returns a number of instructions or bytes; a dash for an operation that has none.
std::string counted_cell(bool has, const std::string& text) { return has ? text : "–"; }

/// The contents of a row: the counters of one operation, or of all with one label.
struct CountedWork {
    std::optional<double> modelled_ms;
    double instructions = 0;
    double memory = 0;
    double copied = 0;
    bool works = false;
    bool moves = false;
};

std::string counted_row(const CountedWork& work, bool timed, const std::string& label) {
    const std::string time = timed
                                 ? align_right(10, counted_cell(work.modelled_ms.has_value(),
                                                                format_time(work.modelled_ms.value_or(0)))) +
                                       " "
                                 : "";
    return fmt::format("  {}{} {} {}  {}\n", time,
                       align_right(12, counted_cell(work.works, format_count(work.instructions))),
                       align_right(12, counted_cell(work.works, format_amount(work.memory))),
                       align_right(12, counted_cell(work.moves, format_amount(work.copied))), label);
}

std::string counted_head(bool timed) {
    const auto line = [&](const char* time, const char* first, const char* second, const char* third) {
        return fmt::format("  {}{:>12} {:>12} {:>12}\n", timed ? fmt::format("{:>10} ", time) : "", first,
                           second, third);
    };
    return line("modelled", "warp", "from and to", "copied") +
           line("time", "instructions", "memory", "or set");
}

/// The counters of all operations with one label.
struct CountedLabel {
    std::string label;
    std::size_t count = 0;
    CountedWork work = {};
};

CountedWork work_of(const CountedOperation& counted) {
    const OperationKind kind = counted.operation.kind;
    return {counted.modelled_ms,
            counted.warp_instructions,
            counted.memory_bytes,
            static_cast<double>(counted.operation.bytes),
            kind == OperationKind::kernel || kind == OperationKind::graph,
            counted.operation.bytes > 0};
}

std::vector<CountedLabel> by_label(const std::vector<CountedOperation>& operations) {
    std::vector<CountedLabel> all;
    for (const CountedOperation& counted : operations) {
        const std::string label = label_of(counted.operation);
        auto known = std::find_if(all.begin(), all.end(),
                                  [&](const CountedLabel& other) { return other.label == label; });
        if (known == all.end()) known = all.insert(all.end(), CountedLabel{label});
        CountedWork now = work_of(counted);
        if (known->work.modelled_ms) now.modelled_ms = now.modelled_ms.value_or(0) + *known->work.modelled_ms;
        now.instructions += known->work.instructions;
        now.memory += known->work.memory;
        now.copied += known->work.copied;
        known->work = now;
        known->count += 1;
    }
    return all;
}

} // namespace

std::string render_counted_timeline(const std::vector<CountedOperation>& operations, std::size_t dropped,
                                    const std::string& about_times, const Style& style) {
    std::vector<Operation> plain;
    for (const CountedOperation& counted : operations) plain.push_back(counted.operation);
    const std::optional<Iteration> iteration = middle_iteration(plain);
    std::string page;
    add_wrapped(page, about_times + " Next to it is the work that the simulator counted.", style);
    page += '\n';
    add_wrapped(page, fmt::format("One call has {}", describe_operations(operations.size(), iteration)),
                style);
    const bool timed = std::any_of(operations.begin(), operations.end(),
                                   [](const CountedOperation& one) { return one.modelled_ms.has_value(); });
    page += '\n' + counted_head(timed);
    const std::size_t first = iteration ? iteration->first : 0;
    const std::size_t end = iteration ? iteration->end : operations.size();
    for (std::size_t i = first; i < std::min(end, first + max_rows); ++i) {
        const CountedOperation& counted = operations[i];
        page +=
            counted_row(work_of(counted), timed, cut(printable(label_of(counted.operation)), label_width));
    }
    if (end > first + max_rows) page += fmt::format("  ... and {} more\n", end - first - max_rows);
    page += "\nThe whole call:\n\n" + counted_head(timed);
    for (const CountedLabel& all : by_label(operations))
        page += counted_row(all.work, timed,
                            fmt::format("{} × {}", all.count, cut(printable(all.label), label_width)));
    if (dropped > 0)
        page += fmt::format("\n{} more operations were not recorded, for lack of space.\n", dropped);
    return page;
}

std::string render_call_time(const CallTime& time, const Style& style) {
    const double beside = time.copies_ms + time.device_copies_ms + time.host_wait_ms + time.host_work_ms +
                          time.call_overhead_ms;
    std::string page;
    add_wrapped(page, fmt::format("The timed case would take {}:", format_time(time.ms)), style);
    page += '\n';
    for (const auto& [ms, what] :
         {std::pair{std::max(time.ms - beside, 0.0), "kernels, and launches that they wait for"},
          std::pair{time.host_work_ms, "the host's work on the bytes that were copied to it"},
          std::pair{time.copies_ms, "copies between host and device"},
          std::pair{time.device_copies_ms, "copies and memsets on the device"},
          std::pair{time.host_wait_ms, "the host waits for the GPU, and the GPU for the host"},
          std::pair{time.call_overhead_ms, "the overhead of every call"}})
        if (ms > 0)
            page += fmt::format("{}{}  {}\n", align_right(12, format_time(ms)),
                                align_right(7, format_share(ms / time.ms)), what);
    return page;
}

} // namespace grader
