// Each operation of a call is noted by the runner, with its kind, its bytes and, where events are wanted, its time.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "inspect/timeline.h"
#include "ways.h"

namespace {

using grader::Defines;
using grader::Operation;
using grader::OperationLog;
using ways::gpu;
using ways::per_thread;
using ways::simulator;
using ways::Ways;

/// A function of fixtures/cuda/ways.cu, and the labels and bytes of the operations that one call has.
struct Noted {
    std::string entry;
    std::vector<std::pair<std::string, std::uint64_t>> operations;
};

const std::vector<Noted> noted_everywhere = {
    {"nothing", {}},
    {"chevrons", {{"add_one", 0}}},
    {"cooperative", {{"add_one", 0}}},
    {"twice_in_one_shape_and_once_in_another", {{"add_one", 0}, {"add_one", 0}, {"add_one", 0}}},
    {"captured_and_launched_twice", {{"graph of add_one, add_two", 0}, {"graph of add_one, add_two", 0}}},
    {"captured_and_not_launched", {}},
    {"copy_to_the_device", {{"copy to the device", 1024}}},
    {"copy_to_the_host", {{"copy to the host", 1024}}},
    {"copy_by_addresses", {{"copy to the device", 1024}}},
    {"copy_on_the_device", {{"copy on the device", 1024}}},
    {"copy_on_the_host", {{"copy on the host", 1024}}},
    {"copy_in_a_stream", {{"copy to the device", 1024}}},
    {"copy_rows", {{"copy to the device", 1024}}},
    {"copy_to_a_variable", {{"copy to the device", 1024}}},
    {"copy_from_an_array_in_a_stream", {{"copy on the device", 1024}, {"copy to the host", 1024}}},
};

/// Has @p ways note them, one after the other, @p with_events or without.
void check_noted(Ways& ways, bool with_events) {
    for (const Noted& noted : noted_everywhere) {
        INFO(noted.entry);
        ways.call(noted.entry); // what it makes once is made now
        ways.record(with_events);
        ways.call(noted.entry);
        const OperationLog log = ways.operations();
        std::vector<std::pair<std::string, std::uint64_t>> operations;
        for (const Operation& operation : log.operations) {
            operations.emplace_back(grader::label_of(operation), operation.bytes);
            CHECK(operation.time.has_value() == with_events);
        }
        CHECK(operations == noted.operations);
        CHECK(log.ms.has_value() == with_events);
        CHECK(log.left_out == 0);
    }
}

} // namespace

TEST_CASE("operations are noted one by one", "[launches][timeline]") {
    for (const Defines& defines : {Defines{}, per_thread}) {
        Ways ways(simulator(), defines);
        check_noted(ways, false);
        check_noted(ways, true);
        ways.call("in_more_shapes_than_a_log_holds");
        CHECK(ways.operations().operations.size() == 4096);
        CHECK(ways.operations().left_out == 33 * 250 - 4096);
    }
}

TEST_CASE("operations on a GPU are noted one by one, and timed", "[launches][timeline][gpu]") {
    for (const Defines& defines : {Defines{}, per_thread}) {
        Ways ways(gpu(), defines);
        check_noted(ways, true);
        // Ways that the simulator does not have.
        for (const char* entry :
             {"made_of_nodes", "a_graph_in_a_graph", "copy_a_batch", "a_condition_in_a_graph"}) {
            INFO(entry);
            ways.call(entry);
            for (const Operation& operation : ways.operations().operations) CHECK(operation.time);
        }
    }
}
