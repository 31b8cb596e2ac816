#pragma once

/// @file
/// Holds a JSON document against a JSON Schema, by a library that only this test needs.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// What of @p document is not as @p schema says, each with its path; nothing when all is. Skips the test that asks
/// Whether the library that checks is here: valijson, which `scripts/setup tests` brings.
bool can_check_schemas();

/// where the library, valijson, is not installed: `scripts/setup tests` brings it.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& document);
