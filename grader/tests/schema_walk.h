#pragma once

/// @file
/// Holds a JSON document against as much of JSON Schema as docs/report.schema.json is written in.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// What of @p document is not as @p schema says, each with its path; nothing when all is.
///
/// Knows $ref into the schema itself, oneOf, const, enum, type, required, properties, additionalProperties,
/// items, minItems and maxItems. Throws std::invalid_argument on any other keyword that would restrict
/// something, so that a rule added to the schema is never passed over.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& document);
