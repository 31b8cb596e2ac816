// Steps with instrumented runs, tested with builds that write fake simulator reports.

#include <filesystem>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "finding_messages/access_messages.h"
#include "finding_messages/memory_messages.h"
#include "flaws.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/message.h"
#include "grading/messages/runs.h"
#include "testing/facts.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
namespace memory = kernelsmith::memory_messages;
namespace messages = grader::messages;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using facts::MatchesPattern;
using grader::Message;
using harness::Grader;
using harness::RunResult;
using nlohmann::json;
using simulated::nothing;

const std::string clean = nothing().dump();
const std::string good = simulated::good_counts().dump();

/// Grades @p source as student.cu of the lab with instrumented runs.
json grade(const std::string& name, const std::string& source) {
    const fs::path course = simulated::instrumented_course(name);
    harness::write(course / "student.cu", source);
    const RunResult ran =
        Grader(course).run({"01", "--file", (course / "student.cu").string(), "--report", "json"});
    INFO(ran.out << ran.err);
    CHECK(ran.left_behind.empty());
    return harness::Report(ran.out).lab("01_scale");
}

json step(const json& lab, const char* name) { return harness::step(lab, name); }

Message message_of(const json& lab, const char* name) { return facts::message_of(step(lab, name)); }

std::vector<Message> facts_of(const json& lab, const char* name) { return facts::of(step(lab, name)); }

/// Returns the message of a case @p name with @p sizes.
Message on_case(const char* name, const char* sizes) {
    return {messages::on_case, {{"case", name}, {"sizes", sizes}}};
}

/// Returns every message of kind gate in the step `technique` of @p lab, as "counter shown (bounds)".
std::vector<std::string> gates_in(const json& lab) {
    const Message message = message_of(lab, "technique");
    CHECK(message.is(messages::gates));
    std::vector<std::string> gates;
    for (const Message& gate : std::get<std::vector<Message>>(*message.find("all")))
        gates.push_back(gate.text("counter") + " " + gate.text("shown") + " (" + gate.text("bounds") + ")");
    return gates;
}

using Gates = std::vector<std::string>;

/// Returns the counters with advice in the details of the step `technique` of @p lab.
std::vector<std::string> advised_on(const json& lab) {
    std::vector<std::string> counters;
    for (const Message& message : facts_of(lab, "technique"))
        if (message.is(messages::gate_advice)) counters.push_back(message.text("counter"));
    return counters;
}

std::string counts_of(double sectors, double occupancy) {
    json report = nothing();
    report["launches"].push_back(simulated::launch("scale_all", sectors, 128, occupancy));
    return report.dump();
}

} // namespace

TEST_CASE("a build that is clean and keeps the gates earns every point", "[watched][timed]") {
    const json lab = grade("all-good", simulated::solution(clean, good));
    CHECK(lab.at("verdict") == "pass");
    CHECK(lab.at("score") == 100);
    CHECK(lab.at("max_score") == 100);
    CHECK(step(lab, "clean").at("points") == 10);
    CHECK(gates_in(lab) == Gates{"sectors_per_128_bytes 4 (at most 4.1)", "occupancy 75 % (at least 75 %)"});
    CHECK(lab.at("counters").at("occupancy") == 0.75);
}

TEST_CASE("a finding fails the step clean with its location and line", "[watched]") {
    const json lab =
        grade("finding", simulated::solution(simulated::finding("out_of_bounds", 7).dump(), good));
    CHECK(lab.at("verdict") == "fail");
    CHECK(step(lab, "correct").at("status") == "pass");
    CHECK(step(lab, "clean").at("status") == "fail");
    CHECK(step(lab, "clean").at("points") == 0);
    CHECK_THAT(message_of(lab, "clean"),
               MatchesPattern("found finding=out_of_bounds place=student.cu:7 at=on_case & "
                              "on_case case=five sizes=\"n 5\""));
    const std::vector<Message> told = facts_of(lab, "clean");
    const Message& finding = facts::first(told, messages::finding);
    CHECK(finding.text("finding") == "out_of_bounds");
    CHECK(finding.text("place") == "student.cu:7");
    CHECK(finding.message("what").is(kernelsmith::access_messages::past_the_end));
    CHECK(facts::first(told, messages::in_kernel).text("kernel") == "scale_all");
    CHECK(facts::first(told, messages::times).number("count") == 3);
    CHECK(finding.number("line") == 7);
    CHECK(finding.text("source").starts_with("for (std::int64_t i = 0; i < args.n; ++i)"));
    CHECK(finding.message("where").is(memory::bytes_after));
    CHECK(finding.message("where").number("bytes") == 0);
    const Message& buffer = facts::first(told, memory::buffer);
    CHECK(buffer.number("bytes") == 20);
    CHECK(buffer.text("name") == "out");
    CHECK(finding.message("advice") == grader::verbatim("Compare the index with n before you write."));
    for (const char* name : {"technique", "fast"}) {
        CHECK(step(lab, name).at("status") == "waits");
        CHECK(message_of(lab, name) == Message(messages::waits_for, {{"step", "clean"}}));
    }
}

TEST_CASE("a note of the simulator is reported and fails no step", "[watched][timed]") {
    const json lab =
        grade("note", simulated::solution(simulated::finding("same_value_race", 7, false).dump(), good));
    CHECK(step(lab, "clean").at("status") == "pass");
    CHECK(message_of(lab, "clean") == Message(messages::only_remarks, {{"remarks", 1}, {"sizes", 1}}));
    const std::vector<Message> told = facts_of(lab, "clean");
    const Message& remark = facts::first(told, messages::finding);
    CHECK(remark.text("finding") == "same_value_race");
    CHECK(remark.text("place") == "student.cu:7");
}

TEST_CASE("a check that did not run to its end is not passed", "[watched]") {
    const std::string checked = "if (std::getenv(\"KERNELSMITH_STAND_IN_REPORT\") != nullptr) ";
    const auto told = [](const char* name, const std::string& source) {
        const json lab = grade(name, source);
        CHECK(lab.at("verdict") == "fail");
        CHECK(step(lab, "correct").at("status") == "pass");
        CHECK(step(lab, "clean").at("status") == "fail");
        CHECK(message_of(lab, "clean") ==
              Message(messages::check_did_not_end, {{"at", on_case("five", "n 5")}}));
        return facts_of(lab, "clean");
    };
    CHECK(facts::has(told("no-report", simulated::solution("", good)), messages::no_report));
    CHECK(facts::has(told("no-json", simulated::solution("{ \"format\": 1", good)), messages::no_report));
    const auto thrown = told("throws", simulated::solution(clean, good, 1, checked + "throw 1;"));
    CHECK_THAT(facts::first(thrown, messages::exception).text("text"), ContainsSubstring("std::exception"));
    const auto exits = told("exits", simulated::solution(clean, good, 1, checked + "std::_Exit(0);"));
    CHECK(facts::first(exits, messages::ended_process).message("when").is(messages::while_the_function_ran));
    const auto aborts =
        told("aborts-at-exit", simulated::solution(clean, good, 1, checked + "std::atexit(std::abort);"));
    CHECK(facts::first(aborts, messages::crashed).message("when").is(messages::after_the_function_returned));
}

TEST_CASE("code that runs only at the counted size must complete the checks there", "[watched]") {
    const std::string at_the_counted_size =
        "const char* check = std::getenv(\"KERNELSMITH_STAND_IN_CHECK\");\n"
        "if (check != nullptr && check == std::string(\"all\") && args.n == 256) std::_Exit(0);";
    const json lab = grade("counted-alone", simulated::solution(clean, good, 1, at_the_counted_size));
    CHECK(lab.at("verdict") == "fail");
    CHECK(step(lab, "clean").at("status") == "fail");
    CHECK(step(lab, "clean").at("points") == 0);
    CHECK(message_of(lab, "clean") ==
          Message(messages::check_did_not_end, {{"at", on_case("the call that is counted", "n 256")}}));
    CHECK(facts::first(facts_of(lab, "clean"), messages::checked_counted_size).text("line") ==
          "student.cu:9");
    // The same code at a size of `clean` needs no further check.
    const json covered = grade("counted-and-clean", simulated::solution(good, good, 1, at_the_counted_size));
    CHECK(step(covered, "clean").at("status") == "pass");
}

TEST_CASE("a crash under the checks is reported with their finding", "[watched]") {
    const std::string crash = "if (std::getenv(\"KERNELSMITH_STAND_IN_REPORT\") != nullptr) { tell(R\"json(" +
                              simulated::finding("host_access", 4).dump() + ")json\", \"\"); std::abort(); }";
    const json lab = grade("crash-explained", simulated::solution(clean, good, 1, crash));
    CHECK(message_of(lab, "clean").is(messages::found));
    CHECK(message_of(lab, "clean").text("finding") == "host_access");
    CHECK(message_of(lab, "clean").text("place") == "student.cu:4");
}

TEST_CASE("gates share the points by their weights", "[watched][timed]") {
    const json wasteful = grade("wasteful", simulated::solution(clean, counts_of(32, 0.75)));
    CHECK(wasteful.at("verdict") == "fail");
    CHECK(step(wasteful, "technique").at("status") == "fail");
    CHECK(step(wasteful, "technique").at("points") == 5);
    CHECK(gates_in(wasteful) == Gates{"sectors_per_128_bytes 32 (at most 4.1)"});
    CHECK(advised_on(wasteful) == std::vector<std::string>{"sectors_per_128_bytes"});
    const std::vector<Message> told = facts_of(wasteful, "technique");
    const Message& advice = facts::first(told, messages::gate_advice);
    CHECK(advice.text("text") == "Let neighbours take neighbours.");
    CHECK(advice.text("lab") == "01_scale");
    CHECK(advice.text("slide") == "one-pass");
    const Message& kept = facts::first(told, messages::passed_gate).message("gate");
    CHECK(kept.text("counter") == "occupancy");
    CHECK(kept.text("shown") == "75 %");
    CHECK(kept.text("bounds") == "at least 75 %");
    // Both steps run on a correct and clean build, so neither is skipped because of the other.
    CHECK(step(wasteful, "fast").at("status") == "pass");

    const json idle = grade("idle", simulated::solution(clean, counts_of(4, 0.5)));
    CHECK(step(idle, "technique").at("points") == 15);
    const json both = grade("both", simulated::solution(clean, counts_of(32, 0.5)));
    CHECK(step(both, "technique").at("points") == 0);
    CHECK(advised_on(both) == std::vector<std::string>{"sectors_per_128_bytes", "occupancy"});
    CHECK_FALSE(facts::has(facts_of(both, "technique"), messages::passed_gate));
}

TEST_CASE("a build that launches nothing has nothing to count", "[watched][timed]") {
    const json lab = grade("launches-nothing", simulated::solution(clean, clean));
    CHECK(step(lab, "technique").at("status") == "fail");
    CHECK(facts::has(facts_of(lab, "technique"), messages::no_kernel));

    json many = simulated::good_counts();
    many["launches_dropped"] = 7;
    CHECK(facts::has(facts_of(grade("launches-much", simulated::solution(clean, many.dump())), "technique"),
                     messages::too_many_launches));
}

TEST_CASE("a counter missing for submission and baseline is an infrastructure error", "[watched]") {
    json report = simulated::good_counts();
    report["launches"][0]["registers"] = nullptr;
    const fs::path course = simulated::instrumented_course("unknown-occupancy");
    const std::string source = simulated::solution(clean, report.dump());
    harness::write(course / "student.cu", source);
    harness::write(course / "labs/01_scale/baseline.cu", source);
    const RunResult ran = Grader(course).run({"01", "--file", (course / "student.cu").string()});
    CHECK(ran.status == 3);
    CHECK_THAT(ran.err, ContainsSubstring("did not report occupancy.theoretical of scale_all"));
}

TEST_CASE("a counter that only the student's kernel lacks fails the step", "[watched]") {
    json report = simulated::good_counts();
    report["launches"][0]["registers"] = nullptr;
    const fs::path course = simulated::instrumented_course("own-occupancy");
    harness::write(course / "student.cu", simulated::solution(clean, report.dump()));
    harness::write(course / "labs/01_scale/baseline.cu", simulated::solution(clean, good));
    const RunResult ran =
        Grader(course).run({"01", "--file", (course / "student.cu").string(), "--report", "json"});
    CHECK(ran.status == 1);
    const json lab = harness::Report(ran.out).lab("01_scale");
    CHECK(message_of(lab, "technique") == Message(messages::kernel_not_counted, {{"kernel", "scale_all"}}));
}

TEST_CASE("a launch that cannot be counted fails the step with the reason", "[watched][timed]") {
    json report = simulated::good_counts();
    report["launches"][0]["not_counted"] = "it polled what other work writes";
    report["launches"][0]["counters"] = json::object();
    const json lab = grade("not-counted", simulated::solution(clean, report.dump()));
    CHECK(step(lab, "technique").at("status") == "fail");
    CHECK(message_of(lab, "technique").is(messages::not_all_counted));
    const std::vector<Message> told = facts_of(lab, "technique");
    const Message& uncounted = facts::first(told, messages::no_counters);
    CHECK(uncounted.text("kernel") == "scale_all");
    CHECK(uncounted.text("reason") == "it polled what other work writes");
}

TEST_CASE("a failure of the step clean has its hints", "[watched]") {
    const fs::path course = simulated::instrumented_course("watched-hints");
    harness::write(course / "labs/01_scale/student.cu",
                   simulated::solution(simulated::finding("misaligned", 3).dump(), good));
    CHECK(Grader(course).run({"01"}).status == 1);
    CHECK_THAT(Grader(course).run({"hint", "01"}).out, ContainsSubstring("Which element is the last?"));
}

TEST_CASE("check-course compares solution and rungs and baseline with the gates",
          "[watched][check-course][timed]") {
    const fs::path course = simulated::instrumented_course("watched-check");
    const auto write = [&](const char* file, double sectors, int passes) {
        harness::write(course / file, simulated::solution(clean, counts_of(sectors, 0.75), passes));
    };
    const auto check = [&] { return Grader(course).run({"01", "check-course"}).out; };
    write("labs/01_scale/baseline.cu", 32, 16);
    write("solutions/01_scale/student.cu", 4, 1);
    write("solutions/01_scale/ladder/0_original.cu", 4, 16);
    // The known program fails a gate, too.
    flaws::replace(course / "labs/01_scale/lab.toml", "title = \"24 passes\"\nexpect = \"fails:fast\"",
                   "title = \"24 passes\"\nexpect = \"fails:technique\"");
    write("solutions/01_scale/ladder/1_fewer_passes.cu", 32, 16);
    write("solutions/01_scale/ladder/2_one_pass.cu", 4, 1);
    const std::string fine = check();
    for (const char* complaint : {"baseline.cu: expected", "ladder", "clear of"})
        CHECK_THAT(fine, !ContainsSubstring(complaint));

    write("solutions/01_scale/ladder/1_fewer_passes.cu", 4, 16);
    CHECK_THAT(check(), ContainsSubstring("is the known program and fails no gate"));
    write("solutions/01_scale/ladder/1_fewer_passes.cu", 32, 16);

    write("labs/01_scale/baseline.cu", 4, 16);
    write("solutions/01_scale/student.cu", 4.05, 1);
    write("solutions/01_scale/ladder/2_one_pass.cu", 8, 1);
    const std::string told = check();
    CHECK_THAT(told,
               ContainsSubstring("baseline.cu: expected fails:technique, and the grade is fails:fast") &&
                   ContainsSubstring(
                       "sectors_per_128_bytes 4.05, which is less than 2 % away from the gate's bound") &&
                   ContainsSubstring("2_one_pass.cu: expected pass, and the grade is fails:technique"));
}

TEST_CASE("explain prints sectors per 128 bytes for wide loads and not per request", "[watched]") {
    const fs::path course = simulated::instrumented_course("explain-wide");
    json report = simulated::good_counts();
    json& line = report["launches"][0]["lines"][0];
    line["line"] = 7;
    // 16 bytes per lane in one request of a warp: 16 sectors, and all of their bytes are used.
    line["counters"] = {{"smsp__inst_executed.sum", 2},
                        {"smsp__thread_inst_executed.sum", 64},
                        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 2},
                        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 32},
                        {"kernelsmith__bytes_distinct_mem_global_op_ld.sum", 1024}};
    harness::write(course / "labs/01_scale/student.cu", simulated::solution(clean, report.dump()));
    const RunResult ran = Grader(course).run({"explain", "01"});
    INFO(ran.out << ran.err);
    CHECK_THAT(ran.out, ContainsSubstring("100 %     2  32.0     4.0    7 ") && !ContainsSubstring("16.0"));
}

TEST_CASE("explain prints the counters of each source line", "[watched]") {
    const fs::path course = simulated::instrumented_course("explain");
    json report = simulated::good_counts();
    report["launches"][0]["lines"][0]["line"] = 7;
    report["launches"][0]["lines"][0]["counters"] = simulated::launch("k", 32, 128, 1)["counters"];
    report["launches"][0]["lines"].push_back(
        {{"file", "/course/labs/01_scale/lab.h"},
         {"line", 11},
         {"counters", {{"smsp__inst_executed.sum", 10}, {"smsp__thread_inst_executed.sum", 160}}},
         {"memory_operations", json::array()}});
    harness::write(course / "labs/01_scale/student.cu", simulated::solution(clean, report.dump()));
    const RunResult ran = Grader(course).run({"explain", "01"});
    INFO(ran.out << ran.err);
    CHECK(ran.status == 0);
    CHECK_THAT(
        ran.out,
        ContainsSubstring("achieved occupancy 75 %") &&
            ContainsSubstring(
                " 91 %    32  32.0    32.0    7          for (std::int64_t i = 0; i < args.n; +") &&
            ContainsSubstring(
                "\nIn lab.h:\n  9 %    10  16.0           11      float* out;      ///< n results\n") &&
            !ContainsSubstring("In other files") &&
            ContainsSubstring("\nsectors: moved per 128 bytes requested, 4 is good\n") &&
            ContainsSubstring("1. student.cu:7, 91 % of the cost: mostly memory traffic: 32.0 sectors") &&
            ContainsSubstring("2. lab.h:11, 9 % of the cost: mostly instructions, with 16.0 of 32"));
    for (std::size_t start = 0; start < ran.out.size();) {
        const std::size_t end = ran.out.find('\n', start);
        CHECK(end - start <= 90); // a column may take several bytes
        start = end + 1;
    }
    CHECK(Grader(course).run({"explain", "02"}).status == 2);
    CHECK(Grader(course)
              .run({"explain", "01", "--file", harness::student("compile_error.cu").string()})
              .status == 1);
}
