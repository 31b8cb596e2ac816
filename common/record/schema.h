#pragma once

/// @file
/// The part of a JSON schema that follows from a list of fields: names and types.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "record/json_fields.h"

namespace kernelsmith {

/// Generates the schema of a @p Value, without descriptions. A type without declared fields or names has an
/// empty schema, which allows any value.
template <class Value> struct Schema {
    static nlohmann::json of() {
        if constexpr (std::is_same_v<Value, bool>) {
            return {{"type", "boolean"}};
        } else if constexpr (std::is_integral_v<Value>) {
            return {{"type", "integer"}};
        } else if constexpr (std::is_floating_point_v<Value>) {
            return {{"type", "number"}};
        } else if constexpr (std::is_convertible_v<Value, std::string>) {
            return {{"type", "string"}};
        } else if constexpr (HasNames<Value>) {
            nlohmann::json names = nlohmann::json::array();
            for (const auto& known : Names<Value>::list) names.push_back(known.second);
            return {{"enum", names}};
        } else if constexpr (HasFields<Value>) {
            nlohmann::json properties = nlohmann::json::object();
            nlohmann::json required = nlohmann::json::array();
            for_each_field(Fields<Value>::list, [&]<class Get, class Form>(const Field<Get, Form>& field) {
                const std::string name(field.name);
                using Member = std::decay_t<std::invoke_result_t<Get, Value&>>;
                if constexpr (std::is_void_v<Form>)
                    properties[name] = Schema<Member>::of();
                else
                    properties[name] = nlohmann::json::object();
                if (field.required) required.push_back(name);
            });
            return {{"type", "object"},
                    {"required", std::move(required)},
                    {"properties", std::move(properties)}};
        } else {
            return nlohmann::json::object();
        }
    }
};

template <class Value> struct Schema<std::optional<Value>> {
    static nlohmann::json of() {
        return {{"oneOf", nlohmann::json::array({Schema<Value>::of(), {{"type", "null"}}})}};
    }
};

template <class Value> struct Schema<std::vector<Value>> {
    static nlohmann::json of() { return {{"type", "array"}, {"items", Schema<Value>::of()}}; }
};

template <class Value> struct Schema<std::map<std::string, Value>> {
    static nlohmann::json of() { return {{"type", "object"}, {"additionalProperties", Schema<Value>::of()}}; }
};

} // namespace kernelsmith
