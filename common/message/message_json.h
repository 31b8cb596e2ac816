#pragma once

/// @file
/// Messages in JSON: an object with the kind and the arguments by their names, and a message that says nothing as null.
///
///     {"kind":"writes","bytes":4}

#include <nlohmann/json_fwd.hpp>

#include "message/message.h"

namespace kernelsmith {

/// Writes @p message.
void to_json(nlohmann::json& json, const Message& message);
/// The same, with the arguments in their order.
void to_json(nlohmann::ordered_json& json, const Message& message);
/// Reads what to_json() writes, at most some levels deep. Throws nlohmann::json::exception for anything else.
void from_json(const nlohmann::json& json, Message& message);

} // namespace kernelsmith
