#include "course/hints.h"

#include <algorithm>
#include <limits>
#include <regex>

namespace grader {
namespace {

/// The TODO that @p text is about, with whose name it begins; 0 where it begins otherwise.
int subject_of(const std::string& text) {
    static const std::regex todo(R"(TODO\(([0-9]{1,4})\))");
    std::smatch match;
    return std::regex_search(text, match, todo, std::regex_constants::match_continuous) ? std::stoi(match[1])
                                                                                        : 0;
}

/// The first TODO that has no code yet; beyond all where every one has.
int first_without_code(const RegionedSource& source) {
    int first = std::numeric_limits<int>::max();
    for (const Region& region : source.regions)
        if (region.code_lines() == 0) first = std::min(first, region.number);
    return first;
}

} // namespace

HintPlaces fitting_hints(const Manifest& manifest, const std::string& step, const std::string& said) {
    HintPlaces places;
    for (std::size_t place = 0; place < manifest.hints.size(); ++place) {
        const Hint& hint = manifest.hints[place];
        if (hint.step == step && !hint.when.empty() && said.find(hint.when) != std::string::npos)
            places.push_back(place);
    }
    return places;
}

HintPlaces general_hints(const Manifest& manifest, const std::string& step, const RegionedSource& source) {
    const int reached = first_without_code(source);
    HintPlaces places;
    for (std::size_t place = 0; place < manifest.hints.size(); ++place) {
        const Hint& hint = manifest.hints[place];
        if (hint.step == step && hint.when.empty() && subject_of(hint.text) <= reached)
            places.push_back(place);
    }
    return places;
}

} // namespace grader
