#include "course/message_pattern.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "course/strict_table.h"

namespace grader {
namespace {

using kernelsmith::Message;

/// Returns whether @p value equals the number in @p text when rounded to its digits: 1.5 also matches 1.52.
bool is_number(double value, const std::string& text) {
    char* end = nullptr;
    const double wanted = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0') return false;
    const std::size_t point = text.find('.');
    const double last_place = point == std::string::npos ? 1 : std::pow(0.1, text.size() - point - 1);
    return std::abs(value - wanted) <= last_place / 2;
}

bool has(const Message& message, const std::string& name, const std::string& wanted) {
    const Message::Value* const value = message.find(name);
    if (value == nullptr) return false;
    if (const auto* text = std::get_if<std::string>(value)) return *text == wanted;
    if (const auto* inner = std::get_if<std::vector<Message>>(value))
        return std::ranges::any_of(*inner, [&](const Message& one) { return one.kind() == wanted; });
    return is_number(message.number(name), wanted);
}

bool is_word(const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

/// Splits @p text into words; a value may be quoted, and may then contain blanks.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    bool quoted = false;
    bool inside = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ' ' && !quoted) {
            inside = false;
        } else {
            if (!inside) words.emplace_back();
            inside = true;
            words.back() += c;
        }
    }
    if (quoted) words.clear();
    return words;
}

} // namespace

MessagePattern::MessagePattern(std::string text) : text_(std::move(text)) {
    const std::invalid_argument wrong("\"" + text_ +
                                      "\" is not KIND NAME=VALUE..., with & for both and | for one of two");
    bool begins = true; // true if another part must follow
    const auto begin_part = [&](Conjunct part) {
        if (alternatives_.empty()) alternatives_.emplace_back();
        alternatives_.back().push_back(std::move(part));
        begins = false;
    };
    for (const std::string& word : words_of(text_)) {
        const std::size_t equals = word.find('=');
        if (word == "&" || word == "|") {
            if (begins) throw wrong;
            if (word == "|") alternatives_.emplace_back();
            begins = true;
        } else if (equals == std::string::npos) {
            if (!begins || !is_word(word)) throw wrong;
            begin_part({word, {}});
        } else {
            if (!is_word(word.substr(0, equals))) throw wrong;
            if (begins) begin_part({});
            alternatives_.back().back().arguments.emplace_back(word.substr(0, equals),
                                                               word.substr(equals + 1));
        }
    }
    if (begins && !text_.empty()) throw wrong;
}

bool MessagePattern::matches(const Conjunct& part, const Message& message) {
    if ((part.kind.empty() || message.kind() == part.kind) &&
        std::ranges::all_of(part.arguments, [&](const auto& argument) {
            return has(message, argument.first, argument.second);
        }))
        return true;
    return std::ranges::any_of(message.arguments(), [&](const kernelsmith::Argument& argument) {
        const auto* const inner = std::get_if<std::vector<Message>>(&argument.value);
        return inner != nullptr &&
               std::ranges::any_of(*inner, [&](const Message& one) { return matches(part, one); });
    });
}

bool MessagePattern::matches(const std::vector<Message>& messages) const {
    return std::ranges::any_of(alternatives_, [&](const std::vector<Conjunct>& parts) {
        return std::ranges::all_of(parts, [&](const Conjunct& part) {
            return std::ranges::any_of(messages,
                                       [&](const Message& message) { return matches(part, message); });
        });
    });
}

MessagePattern read_pattern(StrictTable& table, const char* key) {
    try {
        return MessagePattern(table.text(key));
    } catch (const std::invalid_argument& problem) {
        table.report_error(key, problem.what());
        return {};
    }
}

std::vector<std::string> MessagePattern::kinds() const {
    std::vector<std::string> kinds;
    for (const std::vector<Conjunct>& parts : alternatives_)
        for (const Conjunct& part : parts)
            if (!part.kind.empty()) kinds.push_back(part.kind);
    return kinds;
}

} // namespace grader
