#include "grading/backend/gpu_kind.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/core.h>

#include "grading/backend/backend.h"

namespace grader {
namespace {

struct Kind {
    std::string_view slug; ///< also the family, a word of the device's name
    int multiprocessors;
    double peak_gb_s;
};

/// The GPUs for which labs have measured thresholds.
constexpr std::array<Kind, 2> kinds = {{{"h200", 132, 4917}, {"h100", 132, 3352}}};

/// Relative difference of bandwidths within one class: a driver's figure and the data sheet's differ by less.
/// Neighbouring products differ by 17 % or more.
constexpr double same_class = 0.08;

/// Returns whether @p word is one of the words of @p slug, which underscores separate.
bool has_word(std::string_view slug, std::string_view word) {
    for (std::size_t at = slug.find(word); at != std::string_view::npos; at = slug.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || slug[at - 1] == '_') && (end == slug.size() || slug[end] == '_')) return true;
    }
    return false;
}

} // namespace

std::string gpu_kind(const GpuTraits& traits) {
    const std::string slug = device_slug(traits.name);
    if (traits.multiprocessors == 0) return slug;
    for (const Kind& kind : kinds)
        if (has_word(slug, kind.slug) && !has_word(slug, "mig") &&
            traits.multiprocessors == kind.multiprocessors &&
            std::abs(traits.peak_gb_s / kind.peak_gb_s - 1) < same_class)
            return std::string(kind.slug);
    return fmt::format("{}_{}sm_{:.0f}gb_s", slug, traits.multiprocessors, traits.peak_gb_s);
}

} // namespace grader
