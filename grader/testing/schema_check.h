#pragma once

/// @file
/// Validates a JSON document against a JSON Schema, with a library that only this test needs.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Returns whether the validation library is available: valijson, which `scripts/setup tests` installs.
bool can_check_schemas();

/// Returns the violations of @p schema in @p document, each with its path; empty if it is valid. Skips the
/// calling test if valijson is not installed.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& document);
