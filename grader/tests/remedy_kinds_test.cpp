// The kinds of remedies that lab.toml may name are those that the simulator gives.

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "course/remedy_kinds.h"
#include "files.h"

TEST_CASE("the course knows each kind of remedy that the simulator gives, and no other", "[modelled]") {
    const std::string source =
        grader::read_text(std::filesystem::path(KERNELSMITH_SOURCE_DIR) / "simulator/timing/remedies.cpp");
    const std::regex given("settle\\(\"([a-z_]+)\"");
    std::set<std::string> there;
    for (std::sregex_iterator match(source.begin(), source.end(), given), end; match != end; ++match)
        there.insert((*match)[1]);
    std::set<std::string> here;
    for (const grader::RemedyKind& kind : grader::remedy_kinds()) here.insert(kind.name);
    CHECK(here == there);
    CHECK(grader::remedy_kind("no_such_kind") == nullptr);
}
