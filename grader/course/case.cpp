#include "course/manifest.h"

#include <string_view>

#include "kernelsmith/random.h"

namespace grader {
namespace {

/// FNV-1a hash: the position in the random sequence of a size with this name. std::hash may differ between
/// two builds of the grader, and a seed must replay in both.
std::uint64_t hash(std::string_view text, std::uint64_t state = 0xcbf29ce484222325ULL) {
    for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return state;
}

} // namespace

std::int64_t SizeRange::offset_of_first_multiple() const {
    const std::int64_t over = min % multiple;
    return over == 0 ? 0 : multiple - over;
}

kernelsmith::Sizes Case::draw(std::uint64_t seed) const {
    kernelsmith::Sizes drawn;
    for (const auto& [size_name, size] : sizes) {
        const std::int64_t first = size.min + size.offset_of_first_multiple();
        const auto choices = static_cast<std::uint64_t>((size.max - first) / size.multiple) + 1;
        // Keyed by case and name, so that two cases of one seed differ, and adding a size leaves the others
        // unchanged.
        const std::uint64_t bits = kernelsmith::random_bits(seed, hash(size_name, hash(name)));
        drawn[size_name] = first + size.multiple * static_cast<std::int64_t>(bits % choices);
    }
    return drawn;
}

std::pair<kernelsmith::Sizes, kernelsmith::Sizes> Case::extremes() const {
    std::pair<kernelsmith::Sizes, kernelsmith::Sizes> both;
    for (const auto& [size_name, size] : sizes) {
        const std::int64_t first = size.min + size.offset_of_first_multiple();
        both.first[size_name] = first;
        both.second[size_name] = size.max - (size.max - first) % size.multiple;
    }
    return both;
}

Case Case::on_simulator() const {
    Case smaller = *this;
    if (!small.empty()) smaller.sizes = small;
    return smaller;
}

Case Case::in_strict_grade() const {
    Case other = *this;
    if (!secret.empty()) other.sizes = secret;
    return other;
}

} // namespace grader
