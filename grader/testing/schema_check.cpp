#include "schema_check.h"

#ifdef KERNELSMITH_HAS_VALIJSON

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

bool can_check_schemas() { return true; }

std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& document) {
    using valijson::adapters::NlohmannJsonAdapter;
    valijson::Schema rules;
    valijson::SchemaParser().populateSchema(NlohmannJsonAdapter(schema), rules);
    valijson::ValidationResults results;
    std::vector<std::string> found;
    if (valijson::Validator().validate(rules, NlohmannJsonAdapter(document), &results)) return found;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
        std::string path;
        for (const std::string& part : error.context) path += part;
        found.push_back(path + ": " + error.description);
    }
    return found;
}

#else

bool can_check_schemas() { return false; }

std::vector<std::string> schema_violations(const nlohmann::json&, const nlohmann::json&) {
    return {"nothing here can check it"};
}

#endif
