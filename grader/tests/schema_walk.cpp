#include "schema_walk.h"

#include <set>
#include <stdexcept>

namespace {

using nlohmann::json;
using Violations = std::vector<std::string>;

bool has_type(const json& value, const std::string& type) {
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    return value.type_name() == type;
}

class Walk {
public:
    explicit Walk(const json& root) : root_(root) {}

    Violations check(const json& rule, const json& value, const std::string& path) const {
        refuse_unknown_keywords(rule);
        if (rule.contains("$ref")) return check(target(rule.at("$ref")), value, path);
        if (rule.contains("oneOf")) return check_alternatives(rule.at("oneOf"), value, path);
        Violations found;
        if (rule.contains("const") && value != rule.at("const"))
            found.push_back(path + ": is not the constant");
        if (rule.contains("enum")) {
            bool listed = false;
            for (const json& allowed : rule.at("enum")) listed = listed || value == allowed;
            if (!listed) found.push_back(path + ": " + value.dump() + " is not among the values allowed");
        }
        if (rule.contains("type") && !has_type(value, rule.at("type"))) {
            found.push_back(path + ": is no " + rule.at("type").get<std::string>());
            return found;
        }
        if (value.is_object()) append(found, check_object(rule, value, path));
        if (value.is_array()) append(found, check_array(rule, value, path));
        return found;
    }

private:
    static void append(Violations& all, const Violations& more) {
        all.insert(all.end(), more.begin(), more.end());
    }

    static void refuse_unknown_keywords(const json& rule) {
        static const std::set<std::string> known = {"$schema",     "$defs",      "title",
                                                    "description", "$ref",       "oneOf",
                                                    "const",       "enum",       "type",
                                                    "required",    "properties", "additionalProperties",
                                                    "items",       "minItems",   "maxItems"};
        for (const auto& [keyword, unused] : rule.items())
            if (!known.contains(keyword)) throw std::invalid_argument("this walk does not know " + keyword);
    }

    const json& target(const std::string& reference) const {
        return root_.at(json::json_pointer(reference.substr(1)));
    }

    Violations check_alternatives(const json& alternatives, const json& value,
                                  const std::string& path) const {
        Violations all;
        int matching = 0;
        for (const json& alternative : alternatives) {
            const Violations found = check(alternative, value, path);
            matching += found.empty() ? 1 : 0;
            append(all, found);
        }
        if (matching == 1) return {};
        if (matching > 1) return {path + ": matches more than one alternative"};
        return all;
    }

    Violations check_object(const json& rule, const json& value, const std::string& path) const {
        Violations found;
        for (const json& key : rule.value("required", json::array()))
            if (!value.contains(key)) found.push_back(path + ": lacks " + key.get<std::string>());
        const json properties = rule.value("properties", json::object());
        const json others = rule.value("additionalProperties", json(true));
        for (const auto& [key, member] : value.items()) {
            const std::string at = path + '/' + key;
            if (properties.contains(key))
                append(found, check(properties.at(key), member, at));
            else if (others.is_object())
                append(found, check(others, member, at));
            else if (others == false)
                found.push_back(at + ": is not in the schema");
        }
        return found;
    }

    Violations check_array(const json& rule, const json& value, const std::string& path) const {
        Violations found;
        if (value.size() < rule.value("minItems", std::size_t{0}))
            found.push_back(path + ": has too few items");
        if (value.size() > rule.value("maxItems", value.size()))
            found.push_back(path + ": has too many items");
        for (std::size_t i = 0; rule.contains("items") && i < value.size(); ++i)
            append(found, check(rule.at("items"), value[i], path + '/' + std::to_string(i)));
        return found;
    }

    const json& root_;
};

} // namespace

std::vector<std::string> schema_violations(const json& schema, const json& document) {
    return Walk(schema).check(schema, document, "");
}
