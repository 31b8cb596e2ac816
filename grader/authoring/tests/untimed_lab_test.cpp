// A lab without a speed step: nothing of it is timed or counted, and files on speed are not required.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "course/course.h"
#include "flaws.h"
#include "testing/harness.h"
#include "testing/manifest_files.h"
#include "testing/schema_check.h"

namespace {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;

/// Removes the text of @p file from @p first up to @p behind, exclusive, or up to its end if that is empty.
void cut_out(const fs::path& file, const std::string& first, const std::string& behind = "") {
    const std::string text = harness::read(file);
    const std::size_t begin = text.find(first);
    REQUIRE(begin != std::string::npos);
    const std::size_t end = behind.empty() ? text.size() : text.find(behind, begin);
    REQUIRE(end != std::string::npos);
    harness::write(file, text.substr(0, begin) + text.substr(end));
}

/// Returns a copy of the fixture course whose lab 02 has no speed step.
fs::path untimed_course(const std::string& name) {
    const fs::path course = harness::copy_of_course(name);
    const fs::path manifest = course / "labs/02_sum/lab.toml";
    cut_out(manifest, "fast = 30\n", "\n[speed]");
    cut_out(manifest, "[[wrong]]\nfile = \"skips_task_1.cu\"", "[[hint]]");
    fs::remove(course / "solutions/02_sum/wrong/skips_task_1.cu");
    cut_out(manifest, "[speed]", "[[case]]");
    cut_out(manifest, "[[timed]]", "[[task]]");
    cut_out(manifest, "[[rung]]", "[[wrong]]");
    cut_out(manifest, "[[hint]]\nstep = \"fast\"");
    cut_out(course / "labs/02_sum/README.md", "<!-- generated: points");
    cut_out(course / "solutions/02_sum/NOTES.md", "<!-- generated: ladder");
    fs::remove(course / "labs/02_sum/baseline.cu");
    fs::remove_all(course / "solutions/02_sum/ladder");
    return course;
}

RunResult grade_of_sum(const Grader& grader, const fs::path& file) {
    return grader.run({"02", "--file", file.string(), "--report", "json"});
}

} // namespace

TEST_CASE("an untimed lab has no step fast and no points for it", "[untimed]") {
    const grader::Course course(untimed_course("untimed-manifest"), FIXTURE_MODULES);
    const grader::Lab& lab = course.lab("02");
    CHECK_FALSE(lab.manifest.has_timed_cases());
    CHECK_FALSE(lab.manifest.has_step("fast"));
    CHECK(lab.manifest.max_points("fast") == 0);
    const std::vector<grader::LabProgram> entries = lab_programs(lab);
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].name == "solution");
}

TEST_CASE("timed cases and thresholds require each other and rungs and sweeps require thresholds",
          "[untimed][manifest]") {
    const std::string timed = "[[timed]]\nname = \"square_2048\"\nsizes = { height = 2048, width = 2048 }\n";
    CHECK_THAT(manifest_errors_in(broken_manifest(timed, "")),
               ContainsSubstring("timed: [[timed]] cases and [speed] need each other"));
    std::string text = broken_manifest(timed, "");
    const std::size_t begin = text.find("[speed]");
    text.erase(begin, text.find("[[case]]") - begin);
    const std::string complaints = manifest_errors_in(text);
    for (const char* key : {"rung", "peer", "measured", "sweep"})
        CHECK_THAT(complaints, ContainsSubstring(std::string(key) + ": needs [speed]"));
}

TEST_CASE("the report of an untimed lab does not mention times", "[untimed][sentences]") {
    const fs::path course = untimed_course("untimed-grade");
    const fs::path solution = course / "solutions/02_sum/student.cu";
    const RunResult ran = grade_of_sum(Grader(course), solution);
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    const harness::Report report(ran.out);
    const json& lab = report.lab("02_sum");
    CHECK(lab.at("verdict") == "pass");
    CHECK(lab.at("score") == 40);
    CHECK(lab.at("max_score") == 40);
    CHECK(lab.at("speedup").is_null());
    REQUIRE(lab.at("steps").size() == 3);
    CHECK(lab.at("steps")[2].at("name") == "correct");
    if (can_check_schemas()) {
        const fs::path schema = fs::path(KERNELSMITH_SOURCE_DIR) / "docs/report.schema.json";
        CHECK(schema_violations(json::parse(harness::read(schema)), report.document).empty());
    }

    const RunResult shown = Grader(course).run({"02", "--file", solution.string()});
    CHECK_THAT(shown.out, ContainsSubstring("Score 40 / 40, passed") && !ContainsSubstring("fast") &&
                              !ContainsSubstring("GPU can measure"));
    const RunResult wrong = Grader(course).run({"02"});
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.out, ContainsSubstring("of 3 cases are wrong") && !ContainsSubstring("fast"));
}

TEST_CASE("a passed untimed lab leads to the next lab", "[untimed]") {
    const fs::path course = untimed_course("untimed-next");
    fs::copy_file(course / "solutions/02_sum/student.cu", course / "labs/02_sum/student.cu",
                  fs::copy_options::overwrite_existing);
    fs::create_directories(course / "labs/03_last");
    for (const char* file : {"lab.toml", "lab.h", "student.cu"})
        fs::copy_file(course / "labs/02_sum" / file, course / "labs/03_last" / file);
    flaws::replace(course / "labs/03_last/lab.toml", "02_sum", "03_last");
    const RunResult ran = Grader(course).run({"02"});
    CHECK_THAT(ran.out, ContainsSubstring("Next: the next lab: labs/03_last/README.md"));
}

TEST_CASE("without a baseline the interface distinguishes a broken compiler from a broken file",
          "[untimed]") {
    const fs::path course = untimed_course("untimed-compiler");
    const fs::path file = harness::scratch("untimed-compiler-file") / "student.cu";
    harness::write(file, "no C++\n");
    const RunResult broken_file = grade_of_sum(Grader(course), file);
    CHECK(broken_file.status == 1);
    CHECK(harness::step(harness::Report(broken_file.out).lab("02_sum"), "builds").at("status") == "fail");

    harness::write(course / "labs/02_sum/lab.h", "no C++ either\n");
    const RunResult broken_course = grade_of_sum(Grader(course), file);
    CHECK(broken_course.status == 3);
    CHECK_THAT(broken_course.err, ContainsSubstring("does not compile the interface of 02_sum"));
}

TEST_CASE("commands about times reject an untimed lab and all others accept it", "[untimed]") {
    const Grader grader(untimed_course("untimed-commands"));
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"ladder", "02"}, {"sweep", "02", "BLOCK=1,2"}}) {
        const RunResult ran = grader.run(command);
        CHECK(ran.status == 2);
        CHECK_THAT(ran.err, ContainsSubstring("02_sum is not timed"));
    }
    CHECK_THAT(grader.run({"list"}).out, ContainsSubstring("02_sum"));
    CHECK(grader.run({"02"}).status == 1);
    CHECK_THAT(grader.run({"hint", "02"}).out, ContainsSubstring("02_sum, step correct"));
    const RunResult all = grader.run({"--all", (grader.course / "solutions").string(), "02"});
    CHECK(all.status == 0);
}

TEST_CASE("an untimed lab has neither a baseline nor a ladder", "[untimed][check-course]") {
    const fs::path course = untimed_course("untimed-rules");
    const flaws::CheckOutput told = flaws::check(course, true);
    CHECK(told.broken.empty());
    harness::write(course / "labs/02_sum/baseline.cu", "// Nobody measures from here.\n");
    fs::create_directories(course / "solutions/02_sum/ladder");
    const std::string broken = flaws::check(course, true).broken;
    CHECK_THAT(broken, ContainsSubstring("labs/02_sum/baseline.cu: is not part of a lab") &&
                           ContainsSubstring("solutions/02_sum/ladder: is not part of a lab's solutions"));
}

TEST_CASE("a lab without times is graded against itself", "[untimed][check-course]") {
    const fs::path course = untimed_course("untimed-on-device");
    const RunResult fine = Grader(course).run({"check-course", "02", "--released"});
    INFO(fine.out << fine.err);
    CHECK(fine.status == 0);
    CHECK_THAT(fine.out, ContainsSubstring(" 0 broken") && !ContainsSubstring("not checked"));
    flaws::replace(course / "solutions/02_sum/student.cu", "    // END TODO(1)",
                   "    *args.out += 1;\n    // END TODO(1)");
    CHECK_THAT(Grader(course).run({"check-course", "02", "--released"}).out,
               ContainsSubstring("expected pass, and the grade is fails:correct"));
}
