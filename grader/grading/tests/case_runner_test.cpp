// Attribution of a lack of memory for the next case.

#include "grading/verify/case_runner.h"

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/messages/device.h"
#include "grading/sentences/sentence.h"
#include "testing/bench.h"
#include "testing/facts.h"
#include "testing/harness.h"

namespace {

namespace fs = std::filesystem;
namespace messages = grader::messages;
using Catch::Matchers::ContainsSubstring;
using facts::MatchesPattern;
using harness::Grader;
using harness::Report;
using harness::RunResult;

/// A right solution that does @p extra in each call, after its work.
fs::path solution_with(const std::string& directory, const std::string& extra) {
    fs::path file = harness::scratch(directory) / "student.cu";
    harness::write(file,
                   "#include <cstdlib>\n#include <filesystem>\n#include <fstream>\n#include \"lab.h\"\n"
                   "extern \"C\" void scale(const ScaleArgs& args) {\n"
                   "    for (std::int64_t i = 0; i < args.n; ++i) args.out[i] = 2 * args.in[i] + 1;\n    " +
                       extra + "\n}\n");
    return file;
}

/// The grader on a host whose device has @p megabytes.
Grader small_device(const std::string& megabytes) {
    Grader grader;
    grader.environment["KERNELSMITH_HOST_MEMORY_MB"] = megabytes;
    return grader;
}

RunResult grade_file(const Grader& grader, const fs::path& file) {
    return grader.run({"01", "--file", file.string(), "--report", "json"});
}

} // namespace

TEST_CASE("a build that leaks memory fails the step runs because no memory is left", "[case_run]") {
    const fs::path leaks =
        solution_with("leaks", "static char* volatile kept;\n    kept = new char[40 << 20];");
    const RunResult ran = grade_file(small_device("100"), leaks);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 1);
    const Report report(ran.out);
    const nlohmann::json& runs = harness::step(report.lab("01_scale"), "runs");
    CHECK(runs.at("status") == "fail");
    CHECK_THAT(facts::of(runs), MatchesPattern("no_memory_left & happened at=on_case & on_case case=secret"));
}

TEST_CASE("a case too large for the device's memory is an infrastructure error", "[case_run]") {
    const fs::path course = harness::copy_of_course("large-case");
    std::string manifest = harness::read(course / "labs/01_scale/lab.toml");
    manifest.insert(manifest.find("[[timed]]"), "[[case]]\nname = \"large\"\nsizes = { n = 20000000 }\n\n");
    harness::write(course / "labs/01_scale/lab.toml", manifest);
    Grader grader(course);
    grader.environment["KERNELSMITH_HOST_MEMORY_MB"] = "100";
    const RunResult ran = grade_file(grader, harness::student("passes.cu"));
    INFO(ran.out << ran.err);
    CHECK(ran.status == 3);
    CHECK_THAT(ran.out + ran.err,
               ContainsSubstring(grader::sentence({messages::little_free_memory, {{"device", "host"}}})));
}

TEST_CASE("memory that other processes use temporarily costs no points", "[case_run][timed]") {
    // After the first call of the first process no memory is left; a second process gets enough.
    const fs::path note = harness::scratch("busy-device-note") / "note";
    const fs::path busy =
        solution_with("busy-device", "if (!std::filesystem::exists(\"" + note.string() +
                                         "\")) {\n        std::ofstream(\"" + note.string() +
                                         "\") << 1;\n        setenv(\"KERNELSMITH_HOST_MEMORY_MB\", "
                                         "\"0\", 1);\n    }");
    const RunResult ran = grade_file(small_device("1000"), busy);
    INFO(ran.out << ran.err);
    CHECK(fs::exists(note));
    CHECK(ran.status == 0);
    const Report report(ran.out);
    CHECK_THAT(facts::message_of(harness::step(report.lab("01_scale"), "runs")),
               MatchesPattern("all_completed cases=4"));
}

TEST_CASE("an infrastructure error that only one build causes is charged to that build", "[case_run]") {
    const fs::path forger = harness::student("forges_when_loaded.cu");
    grader::CaseRunner runner(bench::backend(), grader::build_of(bench::lab(), bench::build(forger)),
                              bench::problem());
    try {
        runner.load();
        FAIL("it was loaded");
    } catch (const grader::RunnerFault& fault) {
        CHECK_FALSE(fault.is_infrastructure_error);
        CHECK(fault.kind == "memory");
    }
}
