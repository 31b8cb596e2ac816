#include "message/message_json.h"

#include <nlohmann/json.hpp>

namespace kernelsmith {
namespace {

/// Limit on the nesting depth: a report may be forged, with messages nested until reading them exhausts the
/// stack.
constexpr int max_depth = 12;

template <class Json> Json written(const Message& message);

template <class Json> Json written(const Message::Value& value) {
    if (const auto* messages = std::get_if<std::vector<Message>>(&value)) {
        if (messages->size() == 1) return written<Json>(messages->front());
        Json list = Json::array();
        for (const Message& message : *messages) list.push_back(written<Json>(message));
        return list;
    }
    if (const auto* text = std::get_if<std::string>(&value)) return Json(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return Json(*whole);
    return Json(std::get<double>(value));
}

template <class Json> Json written(const Message& message) {
    if (message.empty()) return nullptr;
    Json json = {{"kind", message.kind()}};
    for (const Argument& argument : message.arguments()) json[argument.name] = written<Json>(argument.value);
    return json;
}

Message read(const nlohmann::json& json, int depth);

Message::Value value_from(const nlohmann::json& json, int depth) {
    if (json.is_object()) return std::vector<Message>{read(json, depth)};
    if (json.is_array()) {
        std::vector<Message> messages;
        for (const nlohmann::json& one : json) messages.push_back(read(one, depth));
        return messages;
    }
    if (json.is_number_integer()) return json.get<std::int64_t>();
    if (json.is_number()) return json.get<double>();
    return json.get<std::string>();
}

Message read(const nlohmann::json& json, int depth) {
    if (json.is_null() || depth == 0) return {};
    std::vector<Argument> arguments;
    for (const auto& [name, value] : json.items())
        if (name != "kind") arguments.emplace_back(name, value_from(value, depth - 1));
    return {json.at("kind").get<std::string>(), std::move(arguments)};
}

} // namespace

void to_json(nlohmann::json& json, const Message& message) { json = written<nlohmann::json>(message); }

void to_json(nlohmann::ordered_json& json, const Message& message) {
    json = written<nlohmann::ordered_json>(message);
}

void from_json(const nlohmann::json& json, Message& message) { message = read(json, max_depth); }

} // namespace kernelsmith
