#include <algorithm>

#include <fmt/core.h>

#include "report/text.h"
#include "report/timeline.h"
#include "report/timeline_text.h"

namespace grader {
namespace {

/// A number of instructions or bytes; a dash where an operation is none that has any.
std::string counted_cell(bool has, const std::string& text) { return has ? text : "–"; }

std::string counted_row(double instructions, double memory, double copied, bool works, bool moves,
                        const std::string& label) {
    return fmt::format("  {} {} {}  {}\n", right_in(12, counted_cell(works, format_count(instructions))),
                       right_in(12, counted_cell(works, format_amount(memory))),
                       right_in(12, counted_cell(moves, format_amount(copied))), label);
}

std::string counted_head() {
    return fmt::format("  {:>12} {:>12} {:>12}\n  {:>12} {:>12} {:>12}\n", "warp", "from and to", "copied",
                       "instructions", "memory", "or set");
}

/// What all operations with one label were counted to do.
struct CountedLabel {
    std::string label;
    std::size_t count = 0;
    double instructions = 0;
    double memory = 0;
    double copied = 0;
    bool works = false;
    bool moves = false;
};

bool works(const Operation& operation) {
    return operation.kind == OperationKind::kernel || operation.kind == OperationKind::graph;
}

std::vector<CountedLabel> by_label(const std::vector<CountedOperation>& operations) {
    std::vector<CountedLabel> all;
    for (const CountedOperation& counted : operations) {
        const std::string label = label_of(counted.operation);
        auto known = std::find_if(all.begin(), all.end(),
                                  [&](const CountedLabel& other) { return other.label == label; });
        if (known == all.end()) known = all.insert(all.end(), CountedLabel{label});
        known->count += 1;
        known->instructions += counted.warp_instructions;
        known->memory += counted.memory_bytes;
        known->copied += static_cast<double>(counted.operation.bytes);
        known->works = works(counted.operation);
        known->moves = counted.operation.bytes > 0;
    }
    return all;
}

} // namespace

std::string render_counted_timeline(const std::vector<CountedOperation>& operations, std::size_t left_out,
                                    const Style& style) {
    std::vector<Operation> plain;
    for (const CountedOperation& counted : operations) plain.push_back(counted.operation);
    const std::optional<Iteration> iteration = middle_iteration(plain);
    std::string page;
    add_wrapped(page,
                "Times need a GPU: the simulator cannot tell time. Here are the same operations in the same "
                "order, with "
                "the work that it counted. What the host does between them is not counted.",
                style);
    page += '\n';
    add_wrapped(page, fmt::format("One call has {}", what_is_shown(operations.size(), iteration)), style);
    page += '\n' + counted_head();
    const std::size_t first = iteration ? iteration->first : 0;
    const std::size_t end = iteration ? iteration->end : operations.size();
    for (std::size_t i = first; i < std::min(end, first + most_rows); ++i) {
        const CountedOperation& counted = operations[i];
        page += counted_row(counted.warp_instructions, counted.memory_bytes,
                            static_cast<double>(counted.operation.bytes), works(counted.operation),
                            counted.operation.bytes > 0,
                            cut(printable(label_of(counted.operation)), label_width));
    }
    if (end > first + most_rows) page += fmt::format("  ... and {} more\n", end - first - most_rows);
    page += "\nThe whole call:\n\n" + counted_head();
    for (const CountedLabel& all : by_label(operations))
        page += counted_row(all.instructions, all.memory, all.copied, all.works, all.moves,
                            fmt::format("{} × {}", all.count, cut(printable(all.label), label_width)));
    if (left_out > 0) page += fmt::format("\nThere was no room for {} more operations.\n", left_out);
    return page;
}

} // namespace grader
