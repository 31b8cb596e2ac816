// The records under docs/results.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "testing/harness.h"

namespace fs = std::filesystem;

TEST_CASE("a record has a row a line", "[records]") {
    const nlohmann::json rows = {{"counted", {{{"at", {1, 2}}, {"name", "a"}}, {{"at", {3}}, {"name", "b"}}}},
                                 {"format", 1}};
    CHECK(grader::record_text(rows) == R"({
 "counted": [
  {"at":[1,2],"name":"a"},
  {"at":[3],"name":"b"}
 ],
 "format": 1
}
)");
    CHECK(grader::record_text(nlohmann::json::object()) == "{}\n");
    CHECK(grader::parse_json(grader::record_text(rows)) == rows);
}

TEST_CASE("the records are written as they are read", "[records]") {
    int records = 0;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(KERNELSMITH_SOURCE_DIR) / "docs/results")) {
        if (entry.path().extension() != ".json") continue;
        INFO(entry.path().string() << ": KERNELSMITH_APPROVE=1 writes it anew");
        const std::string text = harness::read(entry.path());
        const std::string written = grader::record_text(grader::parse_json(text));
        if (written != text && std::getenv("KERNELSMITH_APPROVE") != nullptr)
            harness::write(entry.path(), written);
        else
            CHECK(written == text);
        ++records;
    }
    CHECK(records >= 10);
}
