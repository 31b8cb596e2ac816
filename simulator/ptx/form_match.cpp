#include "ptx/form_match.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ptx/lexer.h"

namespace simulator::ptx {
namespace {

/// More than any instruction has.
constexpr std::size_t max_suffixes = 16;

/// Result of matching the suffixes with one row.
struct Attempt {
    std::vector<std::optional<Word>> taken = {};
    std::vector<Word> left_over = {};      ///< suffixes without a slot
    std::vector<std::size_t> missing = {}; ///< slots without a suffix
    std::size_t fitting = 0;               ///< suffixes before the first one without a slot

    [[nodiscard]] std::size_t faults() const { return 2 * left_over.size() + missing.size(); }
    /// Returns whether this attempt has fewer faults, or as many and a later first one.
    [[nodiscard]] bool better_than(const Attempt& other) const {
        return faults() != other.faults() ? faults() < other.faults() : fitting > other.fitting;
    }
};

bool holds(const SuffixSlot& slot, Word word) {
    return std::find(slot.choices.begin(), slot.choices.end(), word) != slot.choices.end();
}

/// Returns the slot for a word: the first free one that accepts it. A type must not skip a free slot for
/// types.
std::optional<std::size_t> place_for(Word word, const std::vector<SuffixSlot>& slots,
                                     const Attempt& attempt) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
        if (attempt.taken[i]) continue;
        if (holds(slots[i], word)) return i;
        if (is_type(word) && is_type(slots[i].choices.front())) return std::nullopt;
    }
    return std::nullopt;
}

Attempt attempt_row(Form form, const std::vector<Word>& words) {
    const std::vector<SuffixSlot>& slots = suffix_slots(form);
    Attempt attempt;
    attempt.taken.resize(slots.size());
    for (const Word word : words) {
        if (const auto place = place_for(word, slots, attempt))
            attempt.taken[*place] = word;
        else
            attempt.left_over.push_back(word);
        if (attempt.left_over.empty()) ++attempt.fitting;
    }
    for (std::size_t i = 0; i < slots.size(); ++i)
        if (!slots[i].optional && !attempt.taken[i]) attempt.missing.push_back(i);
    return attempt;
}

std::string misfit(const std::string& written, Form form, const Attempt& attempt) {
    std::vector<std::string> reasons;
    for (const Word word : attempt.left_over)
        reasons.push_back(fmt::format(".{} does not fit", text_of(word)));
    for (const std::size_t place : attempt.missing) {
        std::vector<std::string> choices;
        for (const Word word : suffix_slots(form)[place].choices)
            choices.push_back(fmt::format(".{}", text_of(word)));
        reasons.push_back(fmt::format("{} is missing", fmt::join(choices, " or ")));
    }
    return fmt::format("{} is not supported: {}; the nearest form is {}", written, fmt::join(reasons, ", "),
                       spelling_of(form));
}

std::string name_of(std::string_view mnemonic, const std::vector<std::string_view>& suffixes,
                    std::size_t count) {
    std::string name(mnemonic);
    for (std::size_t i = 0; i < std::min(count, suffixes.size()); ++i)
        name += fmt::format(".{}", suffixes[i]);
    return in_quotes(name);
}

} // namespace

std::variant<FormMatch, std::string> match_form(std::string_view mnemonic,
                                                const std::vector<std::string_view>& suffixes) {
    const auto candidates = forms_of(mnemonic);
    if (candidates.empty()) return fmt::format("{} is not supported", name_of(mnemonic, suffixes, 1));
    if (suffixes.size() > max_suffixes)
        return fmt::format("{} has more suffixes than any instruction", name_of(mnemonic, suffixes, 2));

    const std::string written = name_of(mnemonic, suffixes, suffixes.size());
    std::vector<Word> words;
    for (const std::string_view suffix : suffixes) {
        const auto word = word_of(suffix);
        if (!word) return fmt::format("{} is not supported: .{} is not known here", written, suffix);
        words.push_back(*word);
    }

    Form nearest = candidates.front();
    Attempt best = attempt_row(nearest, words);
    for (const Form form : candidates.subspan(1)) {
        Attempt attempt = attempt_row(form, words);
        if (!attempt.better_than(best)) continue;
        nearest = form;
        best = std::move(attempt);
    }
    if (best.faults() != 0) return misfit(written, nearest, best);

    FormMatch match = {nearest, {}};
    for (const auto& word : best.taken)
        if (word) match.words.push_back(*word);
    return match;
}

} // namespace simulator::ptx
