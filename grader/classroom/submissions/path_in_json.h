#pragma once

/// @file
/// Paths in JSON. A path need not be UTF-8, and is restored exactly.

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// Converts @p path: to a string, or to an array of its bytes if it is not ASCII.
nlohmann::json path_to_json(const std::filesystem::path& path);
/// Converts the result of path_to_json() back. Throws nlohmann::json::exception for any other @p value.
std::filesystem::path path_from_json(const nlohmann::json& value);

/// Form of a path in a list of fields.
struct PathForm {
    /// Returns path_to_json() of @p path.
    template <class Json> static Json written(const std::filesystem::path& path) {
        return path_to_json(path);
    }
    /// Sets @p path to path_from_json() of @p json.
    template <class Json> static void read(const Json& json, std::filesystem::path& path) {
        path = path_from_json(json);
    }
};

} // namespace grader
