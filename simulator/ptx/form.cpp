#include "ptx/form.h"

#include <stdexcept>
#include <unordered_map>

#include <fmt/core.h>

namespace simulator::ptx {
namespace {

constexpr FormRow rows[] = {
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) \
    {Form::id,                                                                     \
     #id,                                                                          \
     #mnemonic,                                                                    \
     suffixes,                                                                     \
     operands,                                                                     \
     Group::group,                                                                 \
     {Pipe::pipe, Effect::effect, AddressSpace::space},                            \
     meaning},
#include "ptx/instructions.def"
};

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin) parts.push_back(text.substr(begin, end - begin));
        begin = end + separator.size();
    }
    return parts;
}

[[noreturn]] void row_error(const FormRow& row, std::string_view part) {
    throw std::logic_error(fmt::format("instructions.def: row {} does not make sense at '{}'", row.id, part));
}

std::vector<SuffixSlot> slots_of(const FormRow& row) {
    std::vector<SuffixSlot> slots;
    for (std::string_view part : split(row.suffixes, " ")) {
        SuffixSlot slot;
        slot.optional = part.starts_with('[');
        if (slot.optional != part.ends_with(']')) row_error(row, part);
        if (slot.optional) part = part.substr(1, part.size() - 2);
        for (const std::string_view text : split(part, "|")) {
            const auto word = word_of(text);
            if (!word) row_error(row, text);
            slot.choices.push_back(*word);
        }
        slots.push_back(std::move(slot));
    }
    return slots;
}

std::vector<OperandSlot> places_of(const FormRow& row) {
    static const std::unordered_map<std::string_view, OperandRole> places = {
        {"d", OperandRole::written},
        {"d|p", OperandRole::written_and_predicate},
        {"p", OperandRole::predicate_written},
        {"p|p", OperandRole::predicate_and_opposite},
        {"a", OperandRole::value},
        {"b", OperandRole::value},
        {"c", OperandRole::value},
        {"e", OperandRole::value},
        {"q", OperandRole::predicate},
        {"v", OperandRole::written_or_vector},
        {"w", OperandRole::value_or_vector},
        {"[a]", OperandRole::memory},
        {"[d]", OperandRole::memory},
        {"[t]", OperandRole::texture},
        {"L", OperandRole::label},
        {"T", OperandRole::table},
        {"F", OperandRole::call},
    };
    std::vector<OperandSlot> result;
    for (std::string_view part : split(row.operands, ", ")) {
        const bool optional = part.ends_with('?');
        if (optional) part.remove_suffix(1);
        const auto found = places.find(part);
        if (found == places.end()) row_error(row, part);
        result.push_back({found->second, optional});
    }
    return result;
}

/// Returns @p make of every row, computed once.
template <class Make> auto for_all_rows(Make make) {
    std::vector<decltype(make(rows[0]))> result;
    for (const FormRow& row : rows) result.push_back(make(row));
    return result;
}

std::string spelled(const SuffixSlot& slot) {
    std::string choices;
    for (const Word word : slot.choices) {
        if (!choices.empty()) choices += '|';
        choices += fmt::format(".{}", text_of(word));
    }
    if (slot.optional) return '[' + choices + ']';
    return slot.choices.size() > 1 ? '{' + choices + '}' : choices;
}

} // namespace

std::span<const FormRow> forms() { return rows; }

const FormRow& row_of(Form form) { return rows[static_cast<std::size_t>(form)]; }

std::span<const Form> forms_of(std::string_view mnemonic) {
    static const auto by_mnemonic = [] {
        std::unordered_map<std::string_view, std::vector<Form>> result;
        for (const FormRow& row : rows) result[row.mnemonic].push_back(row.form);
        return result;
    }();
    const auto found = by_mnemonic.find(mnemonic);
    if (found == by_mnemonic.end()) return {};
    return found->second;
}

std::string spelling_of(Form form) {
    std::string text(row_of(form).mnemonic);
    for (const SuffixSlot& slot : suffix_slots(form)) text += spelled(slot);
    return text;
}

std::string_view text_of(Group group) {
    switch (group) {
        case Group::integer: return "integer";
        case Group::bit: return "bit";
        case Group::fp16: return "fp16";
        case Group::fp32: return "fp32";
        case Group::fp64: return "fp64";
        case Group::conversion: return "conversion";
        case Group::misc: return "misc";
        case Group::memory: return "memory";
        case Group::control: return "control";
        case Group::inter_thread: return "inter_thread";
    }
    return "";
}

const Meaning& meaning_of(Form form) { return row_of(form).does; }

bool is_atomic(Form form) {
    const Effect effect = meaning_of(form).effect;
    return effect == Effect::atomic || effect == Effect::reduction;
}

const std::vector<SuffixSlot>& suffix_slots(Form form) {
    static const auto slots = for_all_rows(slots_of);
    return slots[static_cast<std::size_t>(form)];
}

const std::vector<OperandSlot>& operand_slots(Form form) {
    static const auto places = for_all_rows(places_of);
    return places[static_cast<std::size_t>(form)];
}

} // namespace simulator::ptx
