#include "course/hints.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <regex>

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

/// The largest number in the groups of @p match.
int largest_number(const std::smatch& match) {
    int largest = 0;
    for (std::size_t group = 1; group < match.size(); ++group)
        if (match[group].matched) largest = std::max(largest, std::stoi(match[group]));
    return largest;
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
    static const std::regex beginning(
        R"((?:TODO\(([0-9]{1,4})\)|Tasks? ([0-9]{1,4})(?: (?:and|to) ([0-9]{1,4}))?))");
    static const std::regex heading(R"(TODO\(([0-9]{1,4})\):)");
    int task = 0;
    std::smatch match;
    if (std::regex_search(text, match, beginning, std::regex_constants::match_continuous))
        task = largest_number(match);
    for (std::sregex_iterator at(text.begin(), text.end(), heading), end; at != end; ++at)
        task = std::max(task, largest_number(*at));
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
