// `grader timeline`: the breakdown of a call into operations and gaps.

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "grading/channel/operation.h"
#include "grading/inspect/timeline.h"
#include "grading/measure/recorded_call.h"
#include "grading/report/timeline/timeline.h"
#include "testing/bench.h"
#include "testing/harness.h"
#include "testing/simulated.h"

namespace {

namespace fs = std::filesystem;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using grader::Direction;
using grader::Iteration;
using grader::Operation;
using grader::OperationKind;
using grader::OperationLog;
using grader::OperationTime;
using grader::Timeline;
using harness::RunResult;

const fs::path tree = KERNELSMITH_SOURCE_DIR;
const std::string lab_08 = "08_kmeans";

Operation kernel_called(const std::string& name) { return {OperationKind::kernel, {{name, name, 1}}}; }

Operation copied(Direction direction, std::uint64_t bytes) {
    return {OperationKind::copy, {}, direction, bytes};
}

/// Builds a sequence: `>` and `<` are copies to the device and to the host, `=` is one on the device, `0` a
/// memset, and any letter is a kernel of that name.
std::vector<Operation> sequence(const std::string& text) {
    std::vector<Operation> operations;
    for (const char one : text) {
        if (one == '>')
            operations.push_back(copied(Direction::to_device, 4096));
        else if (one == '<')
            operations.push_back(copied(Direction::to_host, 4));
        else if (one == '=')
            operations.push_back(copied(Direction::on_device, 64));
        else if (one == '0')
            operations.push_back({OperationKind::memset, {}, Direction::several, 100});
        else
            operations.push_back(kernel_called({one}));
    }
    return operations;
}

/// Returns the operations of the iteration shown for @p text, its number and the number of iterations: "0apv
/// 2/4".
std::string shown_of(const std::string& text) {
    const std::optional<Iteration> iteration = grader::middle_iteration(sequence(text));
    if (!iteration) return "all";
    return text.substr(iteration->first, iteration->end - iteration->first) + ' ' +
           std::to_string(iteration->number) + '/' + std::to_string(iteration->of);
}

/// Returns @p operation, active from @p start_ms for @p ms. The host submitted it at @p submitted_ms and
/// continued at once.
Operation at_work(Operation operation, double start_ms, double ms, double submitted_ms) {
    operation.time = OperationTime{start_ms, ms};
    operation.submitted_ms = submitted_ms;
    operation.returned_ms = submitted_ms + 0.01;
    return operation;
}

/// A call of 10 ms: a copy, a kernel, 3 ms in which the host works, the kernel again, and a copy back.
OperationLog made_up() {
    OperationLog log;
    log.ms = 10;
    log.operations = {at_work(copied(Direction::to_device, 4'190'000), 0, 2, 0),
                      at_work(kernel_called("assign<16>"), 2, 3, 0.1),
                      at_work(kernel_called("assign<16>"), 8, 1, 7.9),
                      at_work(copied(Direction::to_host, 4), 9.5, 0.5, 8)};
    return log;
}

grader::Style in_columns(std::size_t width) {
    grader::Style style;
    style.width = width;
    return style;
}

RunResult timeline_of(const fs::path& file, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {GRADER_BINARY, "timeline", "08",       "--file",     file.string(),
                                          "--backend",   "sim",      "--course", tree.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return harness::run(arguments);
}

} // namespace

TEST_CASE("the middle iteration represents all iterations", "[timeline]") {
    CHECK(shown_of("") == "all");
    CHECK(shown_of(">a<") == "all");
    CHECK(shown_of(">a>a<<") == "all"); // few enough to be shown one by one
    CHECK(shown_of("abcdefgh") == "all");
    CHECK(shown_of("=00apv0apv0apv>") == "0apv 2/3");
    // From the third iteration on, the host reads a number back.
    CHECK(shown_of("=00apv0apv0apv<0apv>") == "0apv< 3/4");
    // The copy before the loop looks like the loop's last one, and those after it like its first.
    CHECK(shown_of("<<>a<>a<>a<>a<>>>") == ">a< 3/4");
    CHECK(shown_of("aaaaaaaa") == "a 5/8");
    CHECK(shown_of("aabaabaab") == "aab 2/3");
    // Copies alone are not an iteration, nor is a pattern that covers only a small part of the call.
    CHECK(shown_of(">>>>>>>>a") == "all");
    CHECK(shown_of("abcdefghijkkl") == "all");
}

TEST_CASE("operations of one part of a program have one label", "[timeline]") {
    CHECK(grader::label_of(kernel_called("assign<16>")) == "assign<16>");
    CHECK(grader::label_of(copied(Direction::to_host, 1)) == grader::label_of(copied(Direction::to_host, 2)));
    CHECK(grader::label_of(copied(Direction::to_host, 1)) == "copy to the host");
    CHECK(grader::label_of({OperationKind::graph, {{"a", "a", 2}, {"b", "b", 1}}}) == "graph of a, b");
    CHECK(grader::label_of({OperationKind::graph}) == "graph");
}

TEST_CASE("kernels and copies and idle time of a timeline add up to the whole call", "[timeline]") {
    const Timeline line = grader::analyze_timeline(made_up(), 11);
    CHECK(line.call_ms == 10);
    CHECK(line.kernels_ms == Approx(4));
    CHECK(line.copies_ms == Approx(2.5));
    CHECK(line.memsets_ms == 0);
    CHECK(line.idle_ms == Approx(3.5));
    REQUIRE(line.gaps.size() == 2);
    // The kernel had been submitted at 0.1 ms already, so in all of the gap the host did something else.
    CHECK(line.gaps[0].start_ms == Approx(5));
    CHECK(line.gaps[0].ms == Approx(3));
    CHECK(line.gaps[0].host_ms == Approx(3));
    // The copy was submitted right after the kernel.
    CHECK(line.gaps[1].ms == Approx(0.5));
    CHECK(line.gaps[1].host_ms == Approx(0.09));
    REQUIRE(line.shares.size() == 3);
    CHECK(line.shares[0].label == "assign<16>");
    CHECK(line.shares[0].count == 2);
    CHECK(line.shares[0].alone_ms == Approx(4));
}

TEST_CASE("time that overlaps other work does not count as an operation's time alone", "[timeline]") {
    OperationLog log;
    log.operations = {at_work(kernel_called("a"), 0, 4, 0), at_work(copied(Direction::to_host, 8), 3, 3, 0),
                      at_work(kernel_called("a"), 3.5, 0.25, 0)};
    const Timeline line = grader::analyze_timeline(log, 8);
    CHECK(line.call_ms == 8);
    CHECK(line.kernels_ms == Approx(4));
    CHECK(line.copies_ms == Approx(2)); // only the time in which no kernel runs
    CHECK(line.idle_ms == Approx(2));
    CHECK(line.shares[0].label == "a");
    CHECK(line.shares[0].ms == Approx(4.25));
    CHECK(line.shares[0].alone_ms == Approx(3));
    CHECK_THAT(grader::render_timeline(line, 8, in_columns(80)), ContainsSubstring("ran concurrently"));
}

TEST_CASE("an operation without a time is reported and the call has its recorded duration", "[timeline]") {
    OperationLog log = made_up();
    log.operations[1].time.reset();
    CHECK(grader::analyze_timeline(log, 10).untimed == 1);
    CHECK_THAT(grader::render_timeline(grader::analyze_timeline(log, 10), 10, in_columns(80)),
               ContainsSubstring("No event could be recorded around 1 operation;"));
    log.dropped = 7;
    log.operations.pop_back();
    CHECK(grader::analyze_timeline(log, 10).call_ms == Approx(9));
    CHECK_THAT(grader::render_timeline(grader::analyze_timeline(log, 10), 10, in_columns(80)),
               ContainsSubstring("7 more operations were not recorded"));
}

TEST_CASE("the speedup without a part follows Amdahl's law", "[timeline]") {
    CHECK(grader::speedup_without(5, 10) == Approx(2));
    CHECK(grader::speedup_without(0, 10) == Approx(1));
    CHECK(!grader::speedup_without(10, 10));
    CHECK(!grader::speedup_without(0, 0));
}

TEST_CASE("a timeline is printed with rows and sums and a sentence for each part", "[timeline]") {
    CHECK(grader::render_timeline(grader::analyze_timeline(made_up(), 10), 9.8, in_columns(86)) ==
          "One call takes 10.0 ms. It has 4 operations.\n"
          "\n"
          "      start    length  share\n"
          "    0.00 µs   2.00 ms   20 %  copy to the device, 4.19 MB        ████\n"
          "    2.00 ms   3.00 ms   30 %  assign<16>                             ███████\n"
          "    5.00 ms   3.00 ms   30 %  gap: the host works                           ······\n"
          "    8.00 ms   1.00 ms   10 %  assign<16>                                          ██\n"
          "    9.00 ms    500 µs    5 %  gap: the device waits                                 ·\n"
          "    9.50 ms    500 µs    5 %  copy to the host, 4 B                                  █\n"
          "\n"
          "Of the whole call: kernels 40 %, copies 25 %, host and gaps 35 %.\n"
          "\n"
          " 40 %  If assign<16> took no time at all, the call would be 1.67 times as fast.\n"
          " 35 %  If the host and the gaps took no time at all, the call would be 1.54 times as\n"
          "       fast.\n"
          " 20 %  If the copy to the device took no time at all, the call would be 1.25 times as\n"
          "       fast.\n"
          "  5 %  If the copy to the host took no time at all, the call would be 1.05 times as\n"
          "       fast.\n"
          "\n"
          "Measured with a CUDA event before and after each operation. Without the events, the\n"
          "call took 9.80 ms.\n");
}

TEST_CASE("recorded operations survive a round trip through JSON", "[timeline]") {
    OperationLog log = made_up();
    log.dropped = 3;
    log.operations[0].time.reset();
    const OperationLog read = grader::read_operations(grader::to_json(log));
    CHECK(grader::to_json(read) == grader::to_json(log));
    REQUIRE(read.operations.size() == 4);
    CHECK(read.operations[0].direction == Direction::to_device);
    CHECK(!read.operations[0].time);
    CHECK(read.operations[1].kernels[0].kernel == "assign<16>");
    nlohmann::json forged = grader::to_json(log);
    forged["operations"][0]["kind"] = "call";
    CHECK_THROWS_AS(grader::read_operations(forged), nlohmann::json::exception);
}

TEST_CASE("a call on the simulator has the same operations, with counted work",
          "[timeline][simulator][slow]") {
    const RunResult solution = timeline_of(tree / "solutions" / lab_08 / "student.cu");
    INFO(solution.out << solution.err);
    CHECK(solution.status == 0);
    CHECK_THAT(solution.out, ContainsSubstring("Times are modelled for h200, not measured") &&
                                 ContainsSubstring("one of 33 equal parts of the timed one") &&
                                 ContainsSubstring("iteration 3 of 4"));
    CHECK_THAT(solution.out, ContainsSubstring("4 × assign<16>") && ContainsSubstring("5 × memset") &&
                                 ContainsSubstring("1 × copy to the device"));
    const RunResult baseline =
        timeline_of(tree / "labs" / lab_08 / "baseline.cu", {"--case", "one dimension"});
    INFO(baseline.out << baseline.err);
    CHECK_THAT(baseline.out, ContainsSubstring("count 1000, dimensions 1") &&
                                 ContainsSubstring("iteration 3 of 4") && ContainsSubstring("4 × assign\n"));
    // An iteration ends with the copy that the host reads back.
    CHECK(baseline.out.find("copy to the device\n") < baseline.out.find("  assign\n"));
    CHECK(baseline.out.find("  assign\n") < baseline.out.find("copy to the host\n"));
}

TEST_CASE("an unknown case and an impossible timeline are reported", "[timeline][simulator]") {
    const fs::path baseline = tree / "labs" / lab_08 / "baseline.cu";
    const RunResult unknown = timeline_of(baseline, {"--case", "two dimensions"});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, ContainsSubstring("08_kmeans has no case \"two dimensions\""));
    const RunResult large = timeline_of(baseline, {"--case", "524 288 points, 16 dimensions, 64 centroids"});
    CHECK(large.status == 2);
    CHECK_THAT(large.err, ContainsSubstring("too large for the simulator"));
    harness::Grader on_host;
    CHECK(on_host.run({"timeline", "01"}).status != 0);
}

TEST_CASE("operations are timed by events around them", "[timeline][simulator]") {
    // Events of the simulator measure how long the simulation took, so everything but the times is as on a
    // GPU.
    const std::unique_ptr<grader::Backend> sim = grader::make_backend("sim", bench::places());
    const grader::Course course(tree, bench::places().programs.parent_path() / "labs");
    const grader::Lab& lab = course.lab(lab_08);
    const grader::CompileResult build =
        grader::compile(sim->compile_job(tree / "solutions" / lab_08 / "student.cu", lab, {}));
    REQUIRE(build.ok);
    const grader::RecordedCall call =
        grader::record_call(*sim, grader::build_of(lab, build.object), lab.manifest.cases.front().draw(1), 1);
    CHECK(call.bare_ms > 0);
    CHECK(call.recorded_ms > 0);
    CHECK(call.operations.dropped == 0);
    REQUIRE(call.operations.ms);
    std::vector<std::string> labels;
    double before = 0;
    for (const Operation& operation : call.operations.operations) {
        labels.push_back(grader::label_of(operation));
        INFO(labels.back());
        REQUIRE(operation.time);
        CHECK(operation.time->start_ms >= before);
        CHECK(operation.time->ms >= 0);
        CHECK(operation.returned_ms >= operation.submitted_ms);
        before = operation.time->start_ms;
    }
    CHECK(labels == std::vector<std::string>{"copy on the device", "memset", "memset", "assign<16>",
                                             "add_points<16, 128>", "move_centroids", "copy to the device"});
    const Timeline line = grader::analyze_timeline(call.operations, call.recorded_ms);
    CHECK(line.untimed == 0);
    CHECK(line.kernels_ms + line.copies_ms + line.memsets_ms + line.idle_ms == Approx(line.call_ms));
    CHECK_THAT(grader::render_timeline(line, call.bare_ms, in_columns(100)),
               ContainsSubstring("One call takes ") &&
                   ContainsSubstring("If assign<16> took no time at all"));
}
