#pragma once

/// @file
/// A fact that a program reports: its kind and its arguments. The sentence is made where it is printed
/// (message/sentences.h).

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kernelsmith {

/// What a message says, under a name that no other kind has.
struct MessageKind {
    std::string_view name; ///< "behind_the_end"
};

struct Argument;
using Arguments = std::initializer_list<Argument>;

/// A kind and its arguments. It has no text: whoever wants to know something of it asks for its kind or an argument.
class Message {
public:
    /// A number, a text from elsewhere (a name, what a compiler printed), or messages.
    using Value = std::variant<std::int64_t, double, std::string, std::vector<Message>>;

    /// Says nothing.
    Message() = default;
    /// An argument that says nothing (an empty text, an empty message or list) is left out.
    Message(MessageKind kind, Arguments arguments = {}); // NOLINT(*-explicit-*)
    Message(std::string kind, std::vector<Argument> arguments);

    /// Whether it says nothing.
    [[nodiscard]] bool empty() const { return kind_.empty(); }
    /// The name of its kind.
    [[nodiscard]] const std::string& kind() const { return kind_; }
    /// Whether it is of @p kind.
    [[nodiscard]] bool is(MessageKind kind) const { return kind_ == kind.name; }
    /// In the order in which they were given.
    [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }
    /// The same, to replace messages inside this one.
    [[nodiscard]] std::vector<Argument>& arguments() { return arguments_; }

    /// The argument called @p name; null where it has none.
    [[nodiscard]] const Value* find(std::string_view name) const;
    /// The text called @p name; empty where it has none.
    [[nodiscard]] std::string text(std::string_view name) const;
    /// The number called @p name; 0 where it has none.
    [[nodiscard]] double number(std::string_view name) const;
    /// The message called @p name, the first of several; one that says nothing where it has none.
    [[nodiscard]] const Message& message(std::string_view name) const;
    /// This message or the first one inside it that is of @p kind; null where none is.
    [[nodiscard]] const Message* find_message(MessageKind kind) const;
    /// Whether there is one.
    [[nodiscard]] bool has(MessageKind kind) const { return find_message(kind) != nullptr; }
    /// Adds an argument, if it says something.
    void add(Argument argument);

    friend bool operator==(const Message& one, const Message& other);
    /// Some order, for sets of messages.
    friend bool operator<(const Message& one, const Message& other);

private:
    std::string kind_;
    std::vector<Argument> arguments_;
};

/// Turns @p number into the whole number or the fraction that a message has.
template <class Number> Message::Value value_of(Number number);

/// What a message says its kind of.
struct Argument {
    Argument(std::string_view called, std::string text) : name(called), value(std::move(text)) {}
    Argument(std::string_view called, std::string_view text) : name(called), value(std::string(text)) {}
    Argument(std::string_view called, const char* text) : name(called), value(std::string(text)) {}
    Argument(std::string_view called, Message message) : name(called), value(std::vector<Message>{}) {
        if (!message.empty()) std::get<std::vector<Message>>(value).push_back(std::move(message));
    }
    Argument(std::string_view called, std::vector<Message> messages)
        : name(called), value(std::move(messages)) {}
    template <class Number>
    requires std::is_arithmetic_v<Number> Argument(std::string_view called, Number number)
        : name(called), value(value_of(number)) {}
    Argument(std::string_view called, Message::Value any) : name(called), value(std::move(any)) {}

    std::string name;     ///< as a sentence calls it
    Message::Value value; ///< what it is

    friend bool operator==(const Argument& one, const Argument& other) = default;
    friend auto operator<(const Argument& one, const Argument& other) -> bool {
        return one.name != other.name ? one.name < other.name : one.value < other.value;
    }
};

// clang instantiates the destructor of Value here, which needs all of Argument.
template <class Number> Message::Value value_of(Number number) {
    if constexpr (std::is_floating_point_v<Number>)
        return static_cast<double>(number);
    else
        return static_cast<std::int64_t>(number);
}

} // namespace kernelsmith
