#pragma once

/// @file
/// Paths in JSON. A path need not be UTF-8, and comes back as it was.

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// @p path: a text, or where it is not plain ASCII, its bytes as numbers.
nlohmann::json path_to_json(const std::filesystem::path& path);
/// The path that path_to_json() made @p value of. Throws nlohmann::json::exception where it made none so.
std::filesystem::path path_from_json(const nlohmann::json& value);

/// The form of a path in a list of fields.
struct PathForm {
    /// path_to_json() of @p path.
    template <class Json> static Json written(const std::filesystem::path& path) {
        return path_to_json(path);
    }
    /// path_from_json() of @p json.
    template <class Json> static void read(const Json& json, std::filesystem::path& path) {
        path = path_from_json(json);
    }
};

} // namespace grader
