// The kinds of suggestions that lab.toml may name are those that exist.

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "base/files.h"
#include "course/suggestion_kinds.h"

namespace {

/// Returns the kinds in @p file: the texts after each match of @p before.
std::set<std::string> given_in(const char* file, const std::string& before) {
    const std::string source = grader::read_text(std::filesystem::path(KERNELSMITH_SOURCE_DIR) / file);
    const std::regex given(before + "\"([a-z_]+)\"");
    std::set<std::string> kinds;
    for (std::sregex_iterator match(source.begin(), source.end(), given), end; match != end; ++match)
        kinds.insert((*match)[1]);
    return kinds;
}

} // namespace

TEST_CASE("the course has exactly the kinds of suggestions that the model reports", "[modelled]") {
    std::set<std::string> there = given_in("simulator/timing/suggestions.cpp", "evaluate\\(");
    there.merge(given_in("grader/grading/model/call_suggestions.cpp", "host_[a-z]+ = "));
    std::set<std::string> here;
    for (const grader::SuggestionKind& kind : grader::suggestion_kinds()) here.insert(kind.name);
    CHECK(here == there);
    CHECK(grader::suggestion_kind("no_such_kind") == nullptr);
}
