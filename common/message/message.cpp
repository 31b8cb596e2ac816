#include "message/message.h"

#include <algorithm>
#include <tuple>

namespace kernelsmith {
namespace {

bool is_empty(const Argument& argument) {
    if (const auto* text = std::get_if<std::string>(&argument.value)) return text->empty();
    if (const auto* messages = std::get_if<std::vector<Message>>(&argument.value)) return messages->empty();
    return false;
}

} // namespace

Message::Message(MessageKind kind, Arguments arguments)
    : Message(std::string(kind.name), std::vector<Argument>(arguments)) {}

Message::Message(std::string kind, std::vector<Argument> arguments)
    : kind_(std::move(kind)), arguments_(std::move(arguments)) {
    std::erase_if(arguments_, is_empty);
}

const Message::Value* Message::find(std::string_view name) const {
    const auto found = std::ranges::find(arguments_, name, &Argument::name);
    return found == arguments_.end() ? nullptr : &found->value;
}

std::string Message::text(std::string_view name) const {
    const Value* const value = find(name);
    const auto* const text = value == nullptr ? nullptr : std::get_if<std::string>(value);
    return text == nullptr ? std::string() : *text;
}

double Message::number(std::string_view name) const {
    const Value* const value = find(name);
    if (value == nullptr) return 0;
    if (const auto* whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
    const auto* const fraction = std::get_if<double>(value);
    return fraction == nullptr ? 0 : *fraction;
}

const Message& Message::message(std::string_view name) const {
    static const Message nothing;
    const Value* const value = find(name);
    const auto* const messages = value == nullptr ? nullptr : std::get_if<std::vector<Message>>(value);
    return messages == nullptr || messages->empty() ? nothing : messages->front();
}

const Message* Message::find_message(MessageKind kind) const {
    if (is(kind)) return this;
    for (const Argument& argument : arguments_)
        if (const auto* messages = std::get_if<std::vector<Message>>(&argument.value))
            for (const Message& message : *messages)
                if (const Message* const found = message.find_message(kind)) return found;
    return nullptr;
}

void Message::add(Argument argument) {
    if (!is_empty(argument)) arguments_.push_back(std::move(argument));
}

bool operator==(const Message& one, const Message& other) {
    return one.kind_ == other.kind_ && one.arguments_ == other.arguments_;
}

bool operator<(const Message& one, const Message& other) {
    return std::tie(one.kind_, one.arguments_) < std::tie(other.kind_, other.arguments_);
}

} // namespace kernelsmith
