#pragma once

/// @file
/// Messages as they are printed.

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "message/message.h"

namespace kernelsmith {

/// The sentence of a kind. In its text stand
///
///     {name}              an argument; messages as their own sentences
///     {name:.1f}          a number in this form of fmt's
///     {name:speedup}      a number as the format of this name writes it
///     {name:<24}          a text in this form of fmt's
///     {name:words}        a name such as out_of_bounds as "out of bounds"
///     {name:; }           messages, with this between two
///     {name|byte|bytes}   the first where the number is 1, otherwise the second
///     {name?text}         the text, in which arguments may stand, where there is such an argument
///     {name!text}         the text where there is none
///     {{ and }}           braces
struct Sentence {
    MessageKind kind;      ///< the kind of message
    std::string_view text; ///< see above
    std::string (*make)(const Message&) =
        nullptr; ///< in place of the text, where the sentence takes more than that
};

/// Writes a number.
using NumberFormat = std::string (*)(double);

/// The sentences of all kinds that a program can print.
class Sentences {
public:
    /// Formats of numbers by their names.
    using Formats = std::unordered_map<std::string_view, NumberFormat>;

    /// The tables have to outlive it. Throws std::logic_error where a kind has two.
    explicit Sentences(std::span<const std::span<const Sentence>> tables, Formats formats = {});
    /// The same.
    explicit Sentences(std::initializer_list<std::span<const Sentence>> tables, Formats formats = {})
        : Sentences(std::span(tables.begin(), tables.size()), std::move(formats)) {}

    /// The sentence for @p message: of an unknown kind, its name and arguments; of one that says nothing, none.
    [[nodiscard]] std::string of(const Message& message) const;
    /// How many kinds it knows.
    [[nodiscard]] std::size_t size() const { return sentences_.size(); }
    /// Whether it has a sentence for the kind called @p name.
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
