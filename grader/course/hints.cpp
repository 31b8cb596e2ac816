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

/// The first TODO that has no code yet; beyond all where every one has.
int first_without_code(const RegionedSource& source) {
    int first = std::numeric_limits<int>::max();
    for (const Region& region : source.regions)
        if (region.code_lines() == 0) first = std::min(first, region.number);
    return first;
}

/// Whether @p hint is about a failure of @p step that @p said so.
bool fits(const Hint& hint, const std::string& step, const std::vector<kernelsmith::Message>& said) {
    return hint.step == step && hint.when.fits(said);
}

constexpr std::size_t digits_of_a_task = 4; // of a task's number

/// The task in `TODO(3):`, of which the scanner has read `TODO(`; 0: none.
int task_of_heading(kernelsmith::Scanner scan) {
    const std::optional<unsigned> task = scan.number(digits_of_a_task);
    return task && scan.skip("):") ? static_cast<int>(*task) : 0;
}

/// The last task that @p text begins with: `TODO(3)`, `Task 3`, `Tasks 3 and 4`, `Tasks 2 to 4`; 0: none.
int task_of_beginning(std::string_view text) {
    kernelsmith::Scanner scan(text);
    if (scan.skip("TODO(")) {
        const std::optional<unsigned> task = scan.number(digits_of_a_task);
        return task && scan.skip(")") ? static_cast<int>(*task) : 0;
    }
    if (!scan.skip("Tasks ") && !scan.skip("Task ")) return 0;
    const std::optional<unsigned> first = scan.number(digits_of_a_task);
    if (!first) return 0;
    const std::optional<unsigned> last =
        scan.skip(" and ") || scan.skip(" to ") ? scan.number(digits_of_a_task) : std::nullopt;
    return static_cast<int>(std::max(*first, last.value_or(0)));
}

} // namespace

int task_at_hand(const Manifest& manifest, const std::string& step, const RegionedSource& source) {
    const int next = first_without_code(source);
    if (step == "technique" || step == "fast" || next <= manifest.last_that_may_be_wrong()) return next;
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

HintPlaces fitting_hints(const Manifest& manifest, const std::string& step,
                         const std::vector<kernelsmith::Message>& said, const RegionedSource& source) {
    const int at_hand = task_at_hand(manifest, step, source);
    HintPlaces places;
    for (std::size_t place = 0; place < manifest.hints.size(); ++place) {
        const Hint& hint = manifest.hints[place];
        if (fits(hint, step, said) && task_of_hint(hint.text) <= at_hand) places.push_back(place);
    }
    return places;
}

int task_awaited(const Manifest& manifest, const std::string& step,
                 const std::vector<kernelsmith::Message>& said, const RegionedSource& source) {
    const int at_hand = task_at_hand(manifest, step, source);
    const bool any_waits = std::any_of(manifest.hints.begin(), manifest.hints.end(), [&](const Hint& hint) {
        const bool helps = fits(hint, step, said) || (hint.step == step && hint.when.empty());
        return helps && task_of_hint(hint.text) > at_hand;
    });
    return any_waits && at_hand == first_without_code(source) ? at_hand : 0;
}

HintPlaces hints_for(const Manifest& manifest, const std::string& step,
                     const std::vector<kernelsmith::Message>& said, const RegionedSource& source) {
    const int at_hand = task_at_hand(manifest, step, source);
    HintPlaces places = fitting_hints(manifest, step, said, source);
    HintPlaces earlier;
    HintPlaces about_none;
    for (std::size_t place = 0; place < manifest.hints.size(); ++place) {
        const Hint& hint = manifest.hints[place];
        if (hint.step != step || !hint.when.empty()) continue;
        const int task = task_of_hint(hint.text);
        if (task == 0)
            about_none.push_back(place);
        else if (task == at_hand)
            places.push_back(place);
        else if (task < at_hand)
            earlier.push_back(place);
    }
    std::ranges::stable_sort(earlier, std::ranges::greater(),
                             [&](std::size_t place) { return task_of_hint(manifest.hints[place].text); });
    std::copy(earlier.begin(), earlier.end(), std::back_inserter(places));
    std::copy(about_none.begin(), about_none.end(), std::back_inserter(places));
    return places;
}

} // namespace grader
