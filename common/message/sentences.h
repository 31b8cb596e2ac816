#pragma once

/// @file
/// The sentences as which messages are printed.

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "message/message.h"

namespace kernelsmith {

/// The sentence of a kind. Its text may contain these placeholders:
///
///     {name}              an argument; messages as their own sentences
///     {name:.1f}          a number in this format of fmt
///     {name:speedup}      a number in the number format of this name
///     {name:<24}          a text in this format of fmt
///     {name:words}        a name such as out_of_bounds as "out of bounds"
///     {name:; }           messages, with this text between two of them
///     {name|byte|bytes}   the first text if the number is 1, otherwise the second
///     {name?text}         the text, which may contain arguments, if there is such an argument
///     {name!text}         the text if there is no such argument
///     {{ and }}           braces
struct Sentence {
    MessageKind kind;      ///< the kind of message
    std::string_view text; ///< the syntax is described above
    std::string (*make)(const Message&) =
        nullptr; ///< forms the sentence if a text is not enough; takes precedence over `text`
};

/// Formats a number.
using NumberFormat = std::string (*)(double);

/// The sentences of all kinds that a program can print.
class Sentences {
public:
    /// Number formats by name.
    using Formats = std::unordered_map<std::string_view, NumberFormat>;

    /// Uses @p tables, which must outlive this object. Throws std::logic_error if a kind has two sentences.
    explicit Sentences(std::span<const std::span<const Sentence>> tables, Formats formats = {});
    /// Uses @p tables, which must outlive this object. Throws std::logic_error if a kind has two sentences.
    explicit Sentences(std::initializer_list<std::span<const Sentence>> tables, Formats formats = {})
        : Sentences(std::span(tables.begin(), tables.size()), std::move(formats)) {}

    /// Returns the sentence for @p message; for an unknown kind, its name and arguments; for an empty
    /// message, an empty text.
    [[nodiscard]] std::string of(const Message& message) const;
    /// Returns the number of kinds with a sentence.
    [[nodiscard]] std::size_t size() const { return sentences_.size(); }
    /// Returns whether there is a sentence for the kind called @p name.
    [[nodiscard]] bool has(std::string_view name) const { return sentences_.contains(name); }

private:
    [[nodiscard]] std::string filled(std::string_view text, const Message& message) const;
    [[nodiscard]] std::string field(std::string_view field, const Message& message) const;
    [[nodiscard]] std::string printed(const Message::Value& value, std::string_view form) const;
    [[nodiscard]] std::string printed_in_form(const Message::Value& value, std::string_view form) const;

    std::unordered_map<std::string_view, const Sentence*> sentences_;
    Formats formats_;
};

} // namespace kernelsmith
