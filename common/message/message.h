#pragma once

/// @file
/// A fact that a program reports: its kind and its arguments. The sentence is formed where it is printed
/// (message/sentences.h).

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kernelsmith {

/// The kind of a message, under a unique name.
struct MessageKind {
    std::string_view name; ///< "past_the_end"
};

struct Argument;
using Arguments = std::initializer_list<Argument>;

/// A kind and its arguments. It has no text: code that needs a part of it reads the kind or an argument.
class Message {
public:
    /// A number, a text from elsewhere (a name, a compiler's output), or messages.
    using Value = std::variant<std::int64_t, double, std::string, std::vector<Message>>;

    /// Creates an empty message.
    Message() = default;
    /// Creates a message. An empty argument (an empty text, message or list) is omitted.
    Message(MessageKind kind, Arguments arguments = {}); // NOLINT(*-explicit-*)
    Message(std::string kind, std::vector<Argument> arguments);

    /// Returns whether the message is empty.
    [[nodiscard]] bool empty() const { return kind_.empty(); }
    /// Returns the name of its kind.
    [[nodiscard]] const std::string& kind() const { return kind_; }
    /// Returns whether it is of @p kind.
    [[nodiscard]] bool is(MessageKind kind) const { return kind_ == kind.name; }
    /// Returns the arguments in the order in which they were given.
    [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }
    /// Returns the arguments for modification, to replace messages inside this one.
    [[nodiscard]] std::vector<Argument>& arguments() { return arguments_; }

    /// Returns the argument called @p name; null if there is none.
    [[nodiscard]] const Value* find(std::string_view name) const;
    /// Returns the text called @p name; empty if there is none.
    [[nodiscard]] std::string text(std::string_view name) const;
    /// Returns the number called @p name; 0 if there is none.
    [[nodiscard]] double number(std::string_view name) const;
    /// Returns the message called @p name, the first of several; an empty message if there is none.
    [[nodiscard]] const Message& message(std::string_view name) const;
    /// Returns this message or the first one inside it that is of @p kind; null if there is none.
    [[nodiscard]] const Message* find_message(MessageKind kind) const;
    /// Returns whether this message is of @p kind or contains one that is.
    [[nodiscard]] bool has(MessageKind kind) const { return find_message(kind) != nullptr; }
    /// Adds an argument unless it is empty.
    void add(Argument argument);

    friend bool operator==(const Message& one, const Message& other);
    /// An arbitrary total order, for sets of messages.
    friend bool operator<(const Message& one, const Message& other);

private:
    std::string kind_;
    std::vector<Argument> arguments_;
};

/// Converts @p number to the integer or floating-point type of a message.
template <class Number> Message::Value value_of(Number number);

/// An argument of a message.
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

    std::string name;     ///< as in the sentence of the kind
    Message::Value value; ///< number, text or messages

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
