#include "authoring/rules/sample.h"

#include <cstdio>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {
namespace {

/// Keeps every @p sample.of-th element of @p all, and those that @p stays accepts.
template <typename Entry, typename Stays>
std::vector<Entry> every_nth(const std::vector<Entry>& all, Sample sample, Stays stays) {
    std::vector<Entry> kept;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (i % sample.of == sample.number - 1 || stays(all[i])) kept.push_back(all[i]);
    return kept;
}

} // namespace

Sample sample_from(const std::string& text) {
    Sample sample;
    if (text.empty()) return sample;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%u/%u%c", &sample.number, &sample.of, &rest) != 2 || sample.number < 1 ||
        sample.number > sample.of)
        throw UsageError(fmt::format("invalid --part \"{}\"; the second of three is --part 2/3", text));
    return sample;
}

Lab sample_of(const Lab& lab, Sample sample) {
    Lab sampled = lab;
    const std::string& known = lab.manifest.speed.known;
    sampled.manifest.rungs =
        every_nth(lab.manifest.rungs, sample, [&](const Rung& rung) { return rung.file == known; });
    sampled.manifest.wrong = every_nth(lab.manifest.wrong, sample, [](const WrongFile&) { return false; });
    sampled.manifest.alternatives =
        every_nth(lab.manifest.alternatives, sample, [](const Alternative&) { return false; });
    return sampled;
}

} // namespace grader
