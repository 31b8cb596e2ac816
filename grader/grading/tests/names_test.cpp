// Lists of directories, and words for a shell.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "base/search_path.h"
#include "base/shell_word.h"
#include "grading/processes/process.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using grader::search_path;
using grader::shell_word;

constexpr const char* variable = "KERNELSMITH_TEST_PATH";

} // namespace

TEST_CASE("search paths have no empty entry", "[names]") {
    ::unsetenv(variable);
    CHECK(search_path({}, variable).empty());
    CHECK(search_path({"", ""}, variable).empty());
    CHECK(search_path({"/ours"}, variable) == "/ours");
    for (const char* inherited : {"", ":", "::"}) {
        ::setenv(variable, inherited, 1);
        CHECK(search_path({}, variable).empty());
        CHECK(search_path({"/ours", ""}, variable) == "/ours");
    }
    ::setenv(variable, ":/a::/b with a blank:", 1);
    CHECK(search_path({}, variable) == "/a:/b with a blank");
    CHECK(search_path({"/ours"}, variable) == "/ours:/a:/b with a blank");
    ::unsetenv(variable);
    CHECK(grader::directories_of("/a:b") == std::vector<fs::path>{"/a", "b"});
}

TEST_CASE("a program is not looked for in the working directory", "[names]") {
    const fs::path here = harness::scratch("names-program");
    harness::write(here / "planted", "#!/bin/sh\n");
    fs::permissions(here / "planted", fs::perms::owner_all);
    const std::string before = std::getenv("PATH");
    const fs::path home = fs::current_path();
    fs::current_path(here);
    ::setenv("PATH", ":/usr/bin::", 1);
    CHECK(grader::find_program("planted").empty());
    ::setenv("PATH", here.c_str(), 1);
    CHECK(grader::find_program("planted") == here / "planted");
    ::setenv("PATH", before.c_str(), 1);
    fs::current_path(home);
}

TEST_CASE("a quoted shell word is passed through bash unchanged", "[names]") {
    CHECK(shell_word("build/bin/grader") == "build/bin/grader");
    CHECK(shell_word("one") == "one");
    CHECK(shell_word("") == "''");
    for (const std::string text :
         {"a blank", "it's", "$(touch CREATED)", "`x`", "\"q\"", "a\\b", "-rf", "*", "~", "#", "new\nline",
          "esc\x1b[2J", "Zo\xc3\xab", "latin \xe9 'and \\ quote'", "!", "=ls", "a;b&c|d"}) {
        const std::string word = shell_word(text);
        INFO(word);
        for (const char c : word) CHECK((c >= 0x20 && c < 0x7f));
        const auto said = grader::run_process({.argv = {"/bin/bash", "-c", "printf %s " + word}}, 30);
        CHECK(said.output == text);
    }
}
