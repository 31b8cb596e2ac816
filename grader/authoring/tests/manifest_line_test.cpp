// A GPU's line of thresholds in a manifest.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "authoring/records/calibration/manifest_line.h"
#include "base/errors.h"
#include "base/files.h"
#include "flaws.h"
#include "grading/results/results.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using grader::EnvironmentError;
using grader::Threshold;
using grader::calibration::threshold_line;
using grader::calibration::with_thresholds;

} // namespace

TEST_CASE("a line of thresholds is inserted after the last key of speed and nothing else changes",
          "[calibration]") {
    const fs::path labs = fs::path(KERNELSMITH_SOURCE_DIR) / "labs";
    std::size_t written = 0;
    const std::size_t speed_labs =
        grader::read_results(grader::results_file(KERNELSMITH_SOURCE_DIR, "h200")).labs.size();
    for (const auto& entry : fs::directory_iterator(labs)) {
        const fs::path file = entry.path() / "lab.toml";
        if (!fs::exists(file) || !grader::read_manifest(file).has_timed_cases()) continue;
        INFO(file.string());
        const bool known = grader::read_manifest(file).speed.known != grader::baseline_file;
        const Threshold threshold = {known ? 1.5 : grader::ramp_start, 2.25, 3};
        std::string text = with_thresholds(file, "rtx_4090", threshold);
        const std::string line = threshold_line("rtx_4090", threshold) + "\n";
        CHECK(line == (known ? "rtx_4090 = { known = 1.5, pass = 2.25, full = 3 }\n"
                             : "rtx_4090 = { pass = 2.25, full = 3 }\n"));
        const std::size_t at = text.find(line);
        REQUIRE(at != std::string::npos);
        CHECK(text.erase(at, line.size()) == grader::read_text(file));
        ++written;
    }
    CHECK(written == speed_labs);
}

TEST_CASE("a line of thresholds is replaced and the comment after it stays", "[calibration]") {
    const fs::path file = harness::copy_of_course("calibration-line") / "labs/01_scale/lab.toml";
    flaws::replace(file, "host = { known = 2, pass = 3, full = 8 }",
                   "host = { known = 2, pass = 3, full = 8 } # [ { on } this machine");
    const std::string before = harness::read(file);
    std::string expected = before;
    const std::string old = "{ known = 2, pass = 3, full = 8 } #";
    expected.replace(expected.find(old), old.size(), "{ known = 1.5, pass = 2, full = 4 } #");
    CHECK(with_thresholds(file, "host", {1.5, 2, 4}) == expected);
    CHECK(harness::read(file) == before);
}

TEST_CASE("a thresholds line that would make the manifest invalid is not written", "[calibration]") {
    const fs::path file = harness::copy_of_course("calibration-spoils") / "labs/01_scale/lab.toml";
    const auto refuses = [&](const Threshold& threshold, const std::string& why) {
        CHECK_THROWS_MATCHES(with_thresholds(file, "host", threshold), EnvironmentError,
                             MessageMatches(ContainsSubstring(why)));
    };
    refuses({5, 4, 6},
            "was not changed, because with host = { known = 5, pass = 4, full = 6 } it would not be");
    refuses({grader::ramp_start, 2, 3}, "[speed.host] has no known = N");
    refuses({2, 3.00000012, 8}, "differ when they are read again"); // more digits than the line keeps
    const std::string good = harness::read(file);
    harness::write(file, good + "\n[speed\n");
    refuses({2, 3, 8}, "is not valid TOML");
    harness::write(file, good);
    flaws::replace(file, "host = { known = 2, pass = 3, full = 8 }",
                   "[speed.host]\nknown = 2\npass = 3\nfull = 8");
    refuses({2, 3, 8}, "has thresholds for host in a table of their own");
    harness::write(file, "speed = { reference = \"host\" }\n");
    refuses({2, 3, 8}, "has no table [speed]");
}

TEST_CASE("a thresholds line is added to a manifest that ends in its speed table without a newline",
          "[calibration]") {
    const fs::path file = harness::copy_of_course("calibration-last") / "labs/01_scale/lab.toml";
    std::string text = harness::read(file);
    const std::size_t from = text.find("[speed]");
    const std::string speed = text.substr(from, text.find("\n\n", from) - from);
    text.erase(from, speed.size());
    harness::write(file, text + "\n" + speed);
    CHECK(with_thresholds(file, "rtx_4090", {2, 3, 4}) ==
          text + "\n" + speed + "\nrtx_4090 = { known = 2, pass = 3, full = 4 }\n");
}
