#pragma once

/// @file
/// Messages in JSON: an object with the kind and the arguments by name; an empty message is null.
///
///     {"kind":"writes","bytes":4}

#include <nlohmann/json_fwd.hpp>

#include "message/message.h"

namespace kernelsmith {

/// Writes @p message to @p json.
void to_json(nlohmann::json& json, const Message& message);
/// Writes @p message to @p json, with the arguments in their order.
void to_json(nlohmann::ordered_json& json, const Message& message);
/// Reads what to_json() wrote, up to a maximum nesting depth. Throws nlohmann::json::exception for anything
/// else.
void from_json(const nlohmann::json& json, Message& message);

} // namespace kernelsmith
