#include "course/hints.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

#include "scan/scanner.h"

namespace grader {
namespace {

/// Returns the number of the first TODO without code; the largest int if every one has code.
int first_unfinished_task(const RegionedSource& source) {
    int first = std::numeric_limits<int>::max();
    for (const Region& region : source.regions)
        if (region.code_lines() == 0) first = std::min(first, region.number);
    return first;
}

/// Returns whether @p hint is for a failure of @p step with the messages @p failure_messages.
bool matches(const Hint& hint, const std::string& step,
             const std::vector<kernelsmith::Message>& failure_messages) {
    return hint.step == step && hint.when.matches(failure_messages);
}

constexpr std::size_t max_task_digits = 4; // limit on the digits of a task's number

/// Returns the task in `TODO(3):`, after the scanner has read `TODO(`; 0 if there is none.
int task_of_heading(kernelsmith::Scanner scan) {
    const std::optional<unsigned> task = scan.number(max_task_digits);
    return task && scan.skip("):") ? static_cast<int>(*task) : 0;
}

/// Returns the last task that @p text begins with: `TODO(3)`, `Task 3`, `Tasks 3 and 4`, `Tasks 2 to 4`; 0 if
/// there is none.
int task_of_beginning(std::string_view text) {
    kernelsmith::Scanner scan(text);
    if (scan.skip("TODO(")) {
        const std::optional<unsigned> task = scan.number(max_task_digits);
        return task && scan.skip(")") ? static_cast<int>(*task) : 0;
    }
    if (!scan.skip("Tasks ") && !scan.skip("Task ")) return 0;
    const std::optional<unsigned> first = scan.number(max_task_digits);
    if (!first) return 0;
    const std::optional<unsigned> last =
        scan.skip(" and ") || scan.skip(" to ") ? scan.number(max_task_digits) : std::nullopt;
    return static_cast<int>(std::max(*first, last.value_or(0)));
}

} // namespace

int current_task(const Manifest& manifest, const std::string& step, const RegionedSource& source) {
    const int next = first_unfinished_task(source);
    if (step == "technique" || step == "fast" || next <= manifest.last_task_affecting_results()) return next;
    int last = 1;
    for (const Region& region : source.regions)
        if (region.code_lines() > 0) last = std::max(last, region.number);
    return last;
}

int task_of_hint(const std::string& text) {
    int task = task_of_beginning(text);
    for (kernelsmith::Scanner scan(text); scan.find("TODO(");) task = std::max(task, task_of_heading(scan));
    return task;
}

HintIndices matching_hints(const Manifest& manifest, const std::string& step,
                           const std::vector<kernelsmith::Message>& failure_messages,
                           const RegionedSource& source) {
    const int current = current_task(manifest, step, source);
    HintIndices indices;
    for (std::size_t index = 0; index < manifest.hints.size(); ++index) {
        const Hint& hint = manifest.hints[index];
        if (matches(hint, step, failure_messages) && task_of_hint(hint.text) <= current)
            indices.push_back(index);
    }
    return indices;
}

int task_blocking_hints(const Manifest& manifest, const std::string& step,
                        const std::vector<kernelsmith::Message>& failure_messages,
                        const RegionedSource& source) {
    const int current = current_task(manifest, step, source);
    const bool any_waits = std::any_of(manifest.hints.begin(), manifest.hints.end(), [&](const Hint& hint) {
        const bool helps = matches(hint, step, failure_messages) || (hint.step == step && hint.when.empty());
        return helps && task_of_hint(hint.text) > current;
    });
    return any_waits && current == first_unfinished_task(source) ? current : 0;
}

HintIndices hints_for(const Manifest& manifest, const std::string& step,
                      const std::vector<kernelsmith::Message>& failure_messages,
                      const RegionedSource& source) {
    const int current = current_task(manifest, step, source);
    HintIndices indices = matching_hints(manifest, step, failure_messages, source);
    HintIndices earlier;
    HintIndices about_none;
    for (std::size_t index = 0; index < manifest.hints.size(); ++index) {
        const Hint& hint = manifest.hints[index];
        if (hint.step != step || !hint.when.empty()) continue;
        const int task = task_of_hint(hint.text);
        if (task == 0)
            about_none.push_back(index);
        else if (task == current)
            indices.push_back(index);
        else if (task < current)
            earlier.push_back(index);
    }
    std::ranges::stable_sort(earlier, std::ranges::greater(),
                             [&](std::size_t index) { return task_of_hint(manifest.hints[index].text); });
    std::copy(earlier.begin(), earlier.end(), std::back_inserter(indices));
    std::copy(about_none.begin(), about_none.end(), std::back_inserter(indices));
    return indices;
}

} // namespace grader
