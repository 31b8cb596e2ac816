// The time of a call in which the host does a part of the work.

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "grading/model/call_steps.h"
#include "grading/model/call_totals.h"
#include "grading/report/timeline/timeline.h"
#include "testing/facts.h"

namespace {

using Catch::Matchers::WithinRel;
using facts::MatchesPattern;
using grader::CallStep;
using grader::CallTime;
using grader::Direction;
using grader::LaunchTotal;
using grader::Operation;
using grader::OperationKind;
using Kind = CallStep::Kind;

/// Host overheads that are easy to add up: a call 10 us, a launch 2, a wait 20, a byte to the host 1 ns, to
/// the GPU 2.
grader::HostTimes easy_host() {
    grader::HostTimes host;
    host.call_us = 10;
    host.launch_us = 2;
    host.wait_us = 20;
    host.to_host_gb_s = 1;
    host.to_device_us = 3;
    host.to_device_gb_s = 0.5;
    host.on_device_us = 1;
    host.on_device_gb_s = 1000;
    host.work_ns_per_byte = 4;
    return host;
}

CallTime time_of(const std::vector<CallStep>& steps, std::vector<LaunchTotal> launches) {
    return grader::time_of_call(steps, launches, easy_host());
}

Operation kernel(const std::string& symbol) {
    Operation operation;
    operation.kernels = {{symbol, symbol, 1}};
    return operation;
}

Operation bytes_going(Direction direction, std::uint64_t bytes) {
    Operation operation;
    operation.kind = OperationKind::copy;
    operation.direction = direction;
    operation.bytes = bytes;
    operation.transfers = {{OperationKind::copy, direction, bytes, bytes}};
    return operation;
}

grader::ObservedLaunch seen(const std::string& symbol) {
    grader::ObservedLaunch launch;
    launch.symbol = symbol;
    return launch;
}

} // namespace

TEST_CASE("a call with one kernel takes the kernel's time plus the call overhead", "[modelled]") {
    CHECK_THAT(time_of({{Kind::launch, {0}}}, {{1.0}}).ms, WithinRel(1.010));
}

TEST_CASE("launch overhead is hidden behind long kernels and exposed with short ones", "[modelled]") {
    const std::vector<CallStep> three = {{Kind::launch, {0}}, {Kind::launch, {1}}, {Kind::launch, {2}}};
    CHECK_THAT(time_of(three, {{1.0}, {1.0}, {1.0}}).ms, WithinRel(3.010));
    CHECK_THAT(time_of(three, {{0.001}, {0.001}, {0.001}}).ms, WithinRel(0.015)); // 2 + 2 + 2 + 1 and 8
    CHECK_THAT(time_of({{Kind::launch, {0}}}, {{0.001, 100}}).ms, WithinRel(0.208));
}

TEST_CASE("a copy to the host waits for all kernels and exposes the launch after it", "[modelled]") {
    const CallTime time =
        time_of({{Kind::launch, {0}}, {Kind::to_host, {}, 0}, {Kind::launch, {1}}, {Kind::to_host, {}, 0}},
                {{1.0}, {1.0}});
    CHECK_THAT(time.ms, WithinRel(2.052)); // 2 + 1000 + 20, the same again, and 8
    CHECK_THAT(time.host_wait_ms, WithinRel(0.040));
    CHECK(time.copies_ms == 0);
    CHECK(time.host_work_ms == 0);
}

TEST_CASE("host work reads earlier copies again in every later round and the last copy once", "[modelled]") {
    const std::vector<CallStep> steps = {{Kind::to_host, {}, 1e6, 1e6},
                                         {Kind::launch, {0}},
                                         {Kind::to_host, {}, 1e5, 1e5},
                                         {Kind::launch, {1}},
                                         {Kind::to_host, {}, 1e5, 1e5}};
    const CallTime time = time_of(steps, {{1.0}, {1.0}});
    CHECK_THAT(time.copies_ms, WithinRel(1.2));
    CHECK_THAT(time.host_work_ms, WithinRel(8.8));
    CHECK_THAT(time.ms, WithinRel(1.2 + 8.8 + 2 + 0.060 + 0.004 + 0.008));
}

TEST_CASE("copies to the GPU and memsets add to the time of a call", "[modelled]") {
    const CallTime time =
        time_of({{Kind::to_device, {}, 1e6, 1e6}, {Kind::on_device, {}, 1e6, 1e6}, {Kind::launch, {0}}},
                {{1.0}});
    CHECK_THAT(time.copies_ms, WithinRel(2.003));
    CHECK_THAT(time.ms, WithinRel(2.003 + 0.002 + 0.002 + 1.0 + 0.008));
}

TEST_CASE("a large copy to the GPU waits for running kernels and an empty one does not", "[modelled]") {
    const auto ms = [](double bytes) {
        return time_of({{Kind::launch, {0}}, {Kind::to_device, {}, bytes, bytes}, {Kind::launch, {1}}},
                       {{1.0}, {0.0}})
            .ms;
    };
    CHECK_THAT(ms(0), WithinRel(1.0 + 0.002 + 0.008));
    CHECK_THAT(ms(1e6), WithinRel(1.0 + 0.002 + 2.003 + 0.002 + 0.008));
}

TEST_CASE("the first copy of its kind takes longer", "[modelled]") {
    grader::HostTimes host = easy_host();
    const std::vector<CallStep> steps = {{Kind::on_device, {}, 0},
                                         {Kind::on_device, {}, 0},
                                         {Kind::launch, {0}},
                                         {Kind::to_host, {}, 0}};
    const std::vector<LaunchTotal> launches = {{1.0}};
    const CallTime at_once = grader::time_of_call(steps, launches, host);
    host.first_us = 50;
    const CallTime later = grader::time_of_call(steps, launches, host);
    CHECK_THAT(later.call_overhead_ms, WithinRel(at_once.call_overhead_ms + 0.1));
    // The host submits the second one while the kernel runs.
    CHECK_THAT(later.ms, WithinRel(at_once.ms + 0.05));
}

TEST_CASE("the steps of a call are its operations and an unrecorded launch comes last", "[modelled]") {
    Operation set;
    set.kind = OperationKind::memset;
    set.bytes = 8;
    set.transfers = {{OperationKind::memset, Direction::on_device, 8, 32}};
    const grader::OperationLog log = {
        {bytes_going(Direction::to_host, 1 << 20), kernel("b"), bytes_going(Direction::on_host, 99), set,
         kernel("a"), bytes_going(Direction::to_device, 4), bytes_going(Direction::on_device, 1 << 20)}};
    const std::vector<CallStep> steps = grader::make_call_steps(log, {seen("a"), seen("b"), seen("a")}, 33);
    REQUIRE(steps.size() == 7);
    CHECK(steps[0].kind == Kind::to_host);
    CHECK(steps[0].bytes == 33.0 * (1 << 20));
    CHECK(steps[1].launches == std::vector<std::size_t>{1});
    CHECK(steps[2].kind == Kind::on_device);
    CHECK(steps[3].launches == std::vector<std::size_t>{0});
    CHECK(steps[4].kind == Kind::to_device);
    CHECK(steps[4].bytes == 4); // a single value has the same size in the timed case
    CHECK(steps[5].kind == Kind::on_device);
    CHECK(steps[6].launches == std::vector<std::size_t>{2});
}

TEST_CASE("copies and memsets of a graph are steps and copies to the host follow its kernels", "[modelled]") {
    Operation graph;
    graph.kind = OperationKind::graph;
    graph.kernels = {{"a", "a", 1}};
    graph.transfers = {{OperationKind::copy, Direction::to_host, 2 << 20, 2 << 20, 2},
                       {OperationKind::copy, Direction::to_device, 1 << 20, 1 << 20, 1},
                       {OperationKind::memset, Direction::on_device, 40, 320, 10}};
    const std::vector<CallStep> steps = grader::make_call_steps({{graph}}, {seen("a")}, 33);
    REQUIRE(steps.size() == 4);
    CHECK(steps[0].kind == Kind::to_device);
    CHECK(steps[1].kind == Kind::on_device);
    CHECK(steps[1].count == 10);
    CHECK(steps[1].moved_bytes == 320); // a few bytes each
    CHECK(steps[2].launches == std::vector<std::size_t>{0});
    CHECK(steps[3].kind == Kind::to_host);
    CHECK(steps[3].bytes == 33.0 * (2 << 20));
    const CallTime time = time_of(steps, {{1.0}});
    CHECK_THAT(time.host_wait_ms, WithinRel(0.040)); // one for each copy
    CHECK(time.copies_ms > 33 * (2 << 20) * 1e-6);
}

TEST_CASE("a batch of copies in several directions counts as a copy to the host", "[modelled]") {
    const std::vector<CallStep> steps =
        grader::make_call_steps({{bytes_going(Direction::several, 1 << 20)}}, {}, 1);
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].kind == Kind::to_host);
}

TEST_CASE("copies of short rows cost the bandwidth of their sectors", "[modelled]") {
    const CallTime rows = time_of({{Kind::on_device, {}, 1e6, 16e6}}, {});
    const CallTime dense = time_of({{Kind::on_device, {}, 1e6, 2e6}}, {});
    CHECK_THAT(rows.device_copies_ms, WithinRel(0.001 + 0.016));
    CHECK_THAT(dense.device_copies_ms, WithinRel(0.001 + 0.002));
}

TEST_CASE("removing host work leaves no large copies and one wait per small copy", "[modelled]") {
    const std::vector<CallStep> steps = {{Kind::to_host, {}, 1e6, 1e6}, {Kind::launch, {0}},
                                         {Kind::to_host, {}, 1e5, 1e5}, {Kind::to_host, {}, 4, 4},
                                         {Kind::launch, {1}},           {Kind::to_host, {}, 4, 4}};
    const CallTime without = time_of(grader::remove_host_work(steps), {{1.0}, {1.0}});
    CHECK(without.copies_ms < 1e-4);
    CHECK(without.host_work_ms < 1e-4);
    CHECK_THAT(without.host_wait_ms, WithinRel(0.080));
    const CallTime waiting = time_of(grader::merge_host_waits(steps), {{1.0}, {1.0}});
    CHECK_THAT(waiting.host_wait_ms, WithinRel(0.060));
    CHECK_THAT(waiting.host_work_ms, WithinRel(0.004 * (1100 + 1000.004), 1e-3));
}

TEST_CASE("a call is limited by the host where that takes most of the time, else by its longest kernel",
          "[modelled]") {
    grader::ModelledCall call;
    call.launches = {seen("k")};
    call.launches.front().kernel = "k";
    call.launches.front().time = grader::ModelledTime{1, "dram"};
    call.time = {.ms = 10, .host_work_ms = 4};
    CHECK(grader::limiter_of(call).name == "dram");
    call.time.host_work_ms = 6;
    CHECK(grader::limiter_of(call).name == "host_work");
    const grader::Message limit = grader::limiter_of(call).parts;
    CHECK_THAT(limit, MatchesPattern("time_limit & part=host_work share=0.60 & part=kernels share=0.40"));
    CHECK(limit.message("parts").text("part") == "host_work");
    CHECK(limit.find("kernel") == nullptr);
}

TEST_CASE("the time of a call is listed by its parts without those that take no time", "[modelled]") {
    const CallTime time = {
        .ms = 10, .copies_ms = 1, .host_wait_ms = 0, .host_work_ms = 6, .call_overhead_ms = 0.5};
    const std::string text = grader::render_call_time(time, {});
    using Catch::Matchers::ContainsSubstring;
    CHECK_THAT(text, ContainsSubstring("The timed case would take 10.0 ms:\n"));
    CHECK_THAT(text, ContainsSubstring("2.50 ms   25 %  kernels"));
    CHECK_THAT(text, ContainsSubstring("6.00 ms   60 %  the host's work"));
    CHECK_THAT(text, !ContainsSubstring("waits for the GPU"));
}
