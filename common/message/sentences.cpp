#include "message/sentences.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include <fmt/format.h>

#include "message/message_json.h"
#include <nlohmann/json.hpp>

namespace kernelsmith {
namespace {

/// Returns whether a test run prints kinds in place of sentences, to find code that parses sentences.
bool prints_kinds_only() {
    static const char* const asked = std::getenv("KERNELSMITH_SENTENCES");
    return asked != nullptr && std::string_view(asked) == "kinds";
}

/// Returns the position of the brace that closes the one that is open at @p begin.
std::size_t end_of_field(std::string_view text, std::size_t begin) {
    std::size_t depth = 1;
    for (std::size_t at = begin; at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return at;
    }
    throw std::logic_error("a sentence has an open brace: " + std::string(text));
}

std::string replace_underscores(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

/// Returns kind and arguments as JSON, for a message without a sentence in this program.
std::string fallback_text(const Message& message) {
    return nlohmann::json(message).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

Sentences::Sentences(std::span<const std::span<const Sentence>> tables, Formats formats)
    : formats_(std::move(formats)) {
    for (const std::span<const Sentence> table : tables)
        for (const Sentence& sentence : table)
            if (!sentences_.emplace(sentence.kind.name, &sentence).second)
                throw std::logic_error("two sentences for " + std::string(sentence.kind.name));
}

std::string Sentences::of(const Message& message) const {
    if (message.empty()) return {};
    if (prints_kinds_only()) return message.kind();
    const auto known = sentences_.find(message.kind());
    if (known == sentences_.end()) return fallback_text(message);
    const Sentence& sentence = *known->second;
    return sentence.make != nullptr ? sentence.make(message) : filled(sentence.text, message);
}

std::string Sentences::filled(std::string_view text, const Message& message) const {
    std::string sentence;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool doubled = at + 1 < text.size() && text[at + 1] == text[at];
        if ((text[at] == '{' || text[at] == '}') && doubled) {
            sentence += text[at++];
        } else if (text[at] == '{') {
            const std::size_t end = end_of_field(text, at + 1);
            sentence += field(text.substr(at + 1, end - at - 1), message);
            at = end;
        } else {
            sentence += text[at];
        }
    }
    return sentence;
}

std::string Sentences::field(std::string_view field, const Message& message) const {
    const std::size_t name_end = field.find_first_of(":|?!");
    const std::string_view name = field.substr(0, name_end);
    const Message::Value* const value = message.find(name);
    if (name_end == std::string_view::npos) return value == nullptr ? "" : printed(*value, "");
    const std::string_view rest = field.substr(name_end + 1);
    switch (field[name_end]) {
        case '?': return value == nullptr ? "" : filled(rest, message);
        case '!': return value == nullptr ? filled(rest, message) : "";
        case ':': return value == nullptr ? "" : printed(*value, rest);
        default: {
            const std::size_t between = rest.find('|');
            return std::string(message.number(name) == 1 ? rest.substr(0, between)
                                                         : rest.substr(between + 1));
        }
    }
}

/// The types are checked at run time: a message may be forged, with a text where a sentence expects a number.
std::string Sentences::printed(const Message::Value& value, std::string_view form) const {
    try {
        return printed_in_form(value, form);
    } catch (const fmt::format_error&) {
        return printed_in_form(value, {});
    }
}

std::string Sentences::printed_in_form(const Message::Value& value, std::string_view form) const {
    if (const auto* text = std::get_if<std::string>(&value)) {
        if (form == "words") return replace_underscores(*text);
        return form.empty() ? *text : fmt::format(fmt::runtime(fmt::format("{{:{}}}", form)), *text);
    }
    if (const auto* messages = std::get_if<std::vector<Message>>(&value)) {
        std::string all;
        for (const Message& message : *messages) {
            if (!all.empty()) all += form.empty() ? ", " : form;
            all += of(message);
        }
        return all;
    }
    const auto* const whole = std::get_if<std::int64_t>(&value);
    const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    if (const auto format = formats_.find(form); format != formats_.end()) return format->second(number);
    const std::string pattern = fmt::format("{{:{}}}", form);
    if (whole != nullptr && form.find_first_of("fge%") == std::string_view::npos)
        return fmt::format(fmt::runtime(pattern), *whole);
    return fmt::format(fmt::runtime(pattern), number);
}

} // namespace kernelsmith
