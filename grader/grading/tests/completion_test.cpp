// The completion scripts, executed by a shell.

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "base/files.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using harness::RunResult;

/// Returns bash's completions of the last of @p words, which follow the grader's name, in the course of these
/// tests.
std::set<std::string> offered(std::vector<std::string> words) {
    const std::string script =
        "source <(\"$1\" completion bash) && COMP_WORDS=(\"$@\") COMP_CWORD=$(($# - 1))\n"
        "_grader\nprintf '%s\\n' \"${COMPREPLY[@]}\"";
    // bash sets $0 to the word after the script, so the array begins with it.
    words.insert(words.begin(), {"/bin/bash", "-c", script, "bash", GRADER_BINARY});
    const RunResult ran = harness::run(words, {}, FIXTURE_COURSE);
    INFO(ran.err);
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    std::set<std::string> offers;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) offers.insert(line);
    return offers;
}

using Offers = std::set<std::string>;

} // namespace

TEST_CASE("bash completes the commands of all programs", "[completion]") {
    CHECK(offered({"swe"}) == Offers{"sweep"});
    CHECK(offered({"l"}) == Offers{"ladder", "list"});
    CHECK(offered({"cl"}) == Offers{"class"});
    CHECK(offered({"class", ""}) == Offers{"changes", "report", "status", "watch"});
    CHECK(offered({"pat"}).empty()); // a hidden command
}

TEST_CASE("bash completes only the options of the current command", "[completion]") {
    CHECK(offered({"sweep", "--r"}) == Offers{"--rung"});
    CHECK(offered({"hint", "--r"}).empty());
    CHECK(offered({"hint", "01", "--n"}) == Offers{"--number"});
    CHECK(offered({"--fr"}) == Offers{"--fresh"});
    CHECK(offered({"class", "report", "--l"}) == Offers{"--leaderboards"});
    CHECK(offered({"check-course", "--m"}) == Offers{"--modules", "--mutants"});
    CHECK(offered({"explain", "--status"}).empty()); // a hidden option
}

TEST_CASE("bash completes labs, values of a fixed set, and leaves other values to names of files",
          "[completion]") {
    CHECK(offered({"explain", "0"}) == Offers{"01_scale", "02_sum"});
    CHECK(offered({"01"}) == Offers{"01_scale"});
    CHECK(offered({"--thresholds", ""}) == Offers{"here", "measured", "predicted"});
    CHECK(offered({"explain", "01", "--backend", "s"}) == Offers{"sim"});
    CHECK(offered({"explain", "01", "--backend", "=", "s"}) == Offers{"sim"});
    CHECK(offered({"times", "--split", ""}) == Offers{"tuning", "holdout"});
    CHECK(offered({"explain", "--file", ""}).empty());
    CHECK(offered({"completion", ""}) == Offers{"bash", "zsh"});
}

TEST_CASE("a shell without a script is refused", "[completion]") {
    const RunResult ran = harness::run({GRADER_BINARY, "completion", "fish"}, {}, "/");
    CHECK(ran.status == 2);
    CHECK_THAT(ran.err, ContainsSubstring("No completion for the shell fish"));
}

TEST_CASE("zsh has a script where it is installed", "[completion]") {
    const RunResult script = harness::run({GRADER_BINARY, "completion", "zsh"}, {}, "/");
    CHECK(script.status == 0);
    CHECK_THAT(script.out, StartsWith("autoload -U +X bashcompinit"));
    if (!fs::exists("/usr/bin/zsh")) SKIP("zsh is not installed; type: scripts/setup tests");
    const grader::TemporaryDirectory folder;
    const fs::path file = folder.path() / "completion.zsh";
    harness::write(file, script.out);
    CHECK(harness::run({"/usr/bin/zsh", "-n", file.string()}).status == 0);
}
