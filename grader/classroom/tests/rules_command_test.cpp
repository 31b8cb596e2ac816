// Rules that change after a class was graded.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "small_class.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

RunResult report_again(const fs::path& directory, const fs::path& file) {
    return harness::run({GRADER_BINARY, "class", "report", directory.string(), "--report", "console",
                         "json:" + file.string()});
}

} // namespace

TEST_CASE("rules can be changed at any time and take effect without regrading", "[rules][class-run]") {
    const fs::path directory = small_class::make("class-new-rules", 2);
    const fs::path file = directory.parent_path() / "class-new-rules.json";
    REQUIRE(Grader().run({"--all", directory.string(), "--jobs", "2", "--exit-zero"}).status == 0);
    const auto done = small_class::times_done(directory);
    harness::write(directory / "class.toml",
                   "[due]\n01 = 2020-01-01T23:59:00\n"
                   "[late]\npenalty_percent_per_day = 25\nmax_penalty_percent = 25\n"
                   "[extra_days]\nnobody = 1\n");
    const RunResult late = report_again(directory, file);
    INFO(late.out << late.err);
    REQUIRE(late.status == 0);
    CHECK_THAT(late.err, ContainsSubstring("extra days for nobody"));
    CHECK_THAT(late.out, ContainsSubstring("a late penalty"));
    const json lab = json::parse(harness::read(file)).at("submissions").at(0).at("labs").at(0);
    CHECK(lab.at("id") == "01_scale");
    CHECK(lab.at("verdict") == "pass");
    CHECK(lab.at("final").at("score").get<double>() == lab.at("score").get<double>() * 75 / 100);
    CHECK_THAT(lab.at("final").at("note").get<std::string>(), ContainsSubstring("late: 25 % off"));

    fs::remove(directory / "class.toml");
    REQUIRE(report_again(directory, file).status == 0);
    CHECK_FALSE(json::parse(harness::read(file)).at("submissions").at(0).at("labs").at(0).contains("final"));
    CHECK(small_class::times_done(directory) == done);

    harness::write(directory / "class.toml", "[due]\n11 = 2020-01-01T23:59:00\n");
    const RunResult unknown = report_again(directory, file);
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, ContainsSubstring("class.toml: unknown lab in [due]: 11."));
}
