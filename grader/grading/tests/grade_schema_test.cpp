#include <algorithm>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "base/json_text.h"
#include "grading/grade/grade_fields.h"
#include "record/schema.h"
#include "testing/harness.h"

namespace {

using nlohmann::json;

std::set<std::string> keys_of(const json& object) {
    std::set<std::string> keys;
    for (const auto& entry : object.items()) keys.insert(entry.key());
    return keys;
}

json report_definitions() {
    return grader::parse_json(harness::read(KERNELSMITH_SOURCE_DIR "/docs/report.schema.json")).at("$defs");
}

/// Compares the definition @p name of the schema with the fields of @p Record: the same keys, and the same
/// types unless the schema has only a reference.
template <class Record> void agrees(const json& definitions, const std::string& name) {
    INFO(name);
    const json fields = kernelsmith::Schema<Record>::of();
    const json& written = definitions.at(name);
    std::set<std::string> documented = keys_of(written.at("properties"));
    std::set<std::string> required = written.at("required").get<std::set<std::string>>();
    if (name == "step") // a report contains the sentences of its facts, too
        for (const char* const printed : {"message", "details"}) {
            CHECK(documented.erase(printed) == 1);
            CHECK(required.erase(printed) == 1);
        }
    CHECK(documented == keys_of(fields.at("properties")));
    CHECK(required == fields.at("required").get<std::set<std::string>>());
    for (const auto& [key, known] : fields.at("properties").items()) {
        INFO(key);
        const json& property = written.at("properties").at(key);
        for (const char* const word : {"type", "enum"})
            if (property.contains(word) && known.contains(word)) CHECK(property.at(word) == known.at(word));
    }
}

} // namespace

TEST_CASE("the schema of reports has the fields of a grade", "[json]") {
    const json definitions = report_definitions();
    agrees<grader::LabGrade>(definitions, "lab");
    agrees<grader::Step>(definitions, "step");
    agrees<grader::Speedup>(definitions, "speedup");
    agrees<grader::Launch>(definitions, "kernel");
    agrees<grader::CaseCount>(definitions, "cases");
    agrees<grader::GateResult>(definitions, "gate");
    agrees<grader::AdjustedScore>(definitions, "final");
}
